import { type Problem, ProblemError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { type AuthoredKind, authoredLimits } from '../../domain/authored-tool.ts'

type Named = { readonly kind: AuthoredKind; readonly name: string }

export function authoredNameNotFound({ kind, name }: Named): ProblemError {
  return new ProblemError({
    code: 'authored.not-found',
    kind: 'not-found',
    message: `There is no ${kind} named "${name.slice(0, 100)}".`,
    hint:
      kind === 'tool'
        ? 'list_tools lists the existing tools.'
        : 'list_libraries lists the existing libraries.',
    details: { name: name.slice(0, 100) },
  })
}

export function authoredNotShared({ kind, name }: Named): Problem {
  return {
    code: 'authored.unapproved',
    kind: 'forbidden',
    message: `The ${kind} "${name}" was written in another conversation that had read external content, and no person has approved it. Nothing was done.`,
    hint: 'The person can look at it in the settings, under "Tools by agents", and approve it there.',
    details: { name },
  }
}

export function tooManyVersions({ kind, name }: Named): ProblemError {
  return new ProblemError({
    code: 'authored.too-many-versions',
    kind: 'conflict',
    message: `The ${kind} "${name}" has ${authoredLimits.versions} versions, and no more are kept.`,
    hint: `Make a new ${kind} from it, and delete this one.`,
    details: { name, max: authoredLimits.versions },
  })
}

export function badAuthored(field: string, message: string, hint: string): Problem {
  return { code: 'authored.invalid', kind: 'invalid', message, hint, details: { field } }
}

export function authoredDisabled({ kind, name }: Named): Problem {
  return {
    code: 'authored.disabled',
    kind: 'forbidden',
    message: `The ${kind} "${name}" is disabled, so it was not run.`,
    hint: 'Go on without it. The person can enable it in the settings, under "Tools by agents".',
    details: { name },
  }
}

export function libraryMissing(name: string, requiredBy: string): Problem {
  return libraryProblem(
    'authored.library-missing',
    `"${requiredBy}" requires the library "${name}", which does not exist (any more).`,
    { library: name, required_by: requiredBy },
  )
}

export function libraryDisabled(name: string, requiredBy: string): Problem {
  return libraryProblem(
    'authored.library-disabled',
    `"${requiredBy}" requires the library "${name}", which is disabled.`,
    { library: name, required_by: requiredBy },
  )
}

export function libraryCycle(path: readonly string[]): Problem {
  return libraryProblem(
    'authored.library-cycle',
    `The libraries require each other in a cycle: ${path.join(' → ')}.`,
    { cycle: [...path] },
  )
}

export function requirementsTooLarge(what: string, max: number): Problem {
  return libraryProblem('authored.too-much-required', `Together with its libraries, ${what}.`, {
    max,
  })
}

function libraryProblem(code: string, message: string, details: JsonObject): Problem {
  return {
    code,
    kind: 'conflict',
    message: `${message} Nothing was run or written.`,
    hint: 'list_libraries lists the libraries and what each requires.',
    details,
  }
}
