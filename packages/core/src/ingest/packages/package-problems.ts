import { type Diagnostic, packageLimits, truncate } from '@repertoire/skill-md'
import type { Problem } from '../../base/errors.ts'

/** Problems of a package that cannot become a skill. */
export function skillMdMissing(files: readonly { readonly path: string }[]): Problem {
  const code = 'skill.md-missing'
  const message = 'The package has no SKILL.md at its top level'
  const below = files.map(({ path }) => path).filter((path) => /\/skill\.md$/i.test(path))
  if (below.length === 0) {
    const hint = 'A skill is a folder with a SKILL.md in it, or one Markdown file.'
    return { code, kind: 'invalid', message: `${message}.`, hint }
  }
  const shown = below.slice(0, 3).map((path) => truncate(path, 200))
  const more = below.length > shown.length ? `, and ${below.length - shown.length} more` : ''
  return {
    ...{
      code,
      kind: 'invalid',
      message: `${message}, but in folders: ${shown.join(', ')}${more}.`,
    },
    hint: 'Each of these folders is a skill: import them one by one, or their folder with `repertoire import`.',
    details: { found: below.length },
  }
}

export const nameMissing: Problem = {
  code: 'skill.name-missing',
  kind: 'invalid',
  message: 'The skill has neither a slug nor a name that a slug can be derived from.',
  hint: 'Give it a `name:` with Latin letters or digits in its frontmatter, or a `slug:`.',
}

export function skillMdTooLarge(size: number): Problem {
  return {
    code: 'skill.md-too-large',
    kind: 'too-large',
    message: `SKILL.md has ${size} bytes; at most ${packageLimits.skillMdBytes} are allowed.`,
    hint: 'Move long material into separate files.',
    details: { size, limit: packageLimits.skillMdBytes },
  }
}

export function invalidSkillMd(diagnostics: readonly Diagnostic[]): Problem {
  const firstError = diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics[0]
  const where = firstError ? ` (line ${firstError.line}, column ${firstError.column})` : ''
  return {
    code: 'skill.unreadable',
    kind: 'invalid',
    message: `SKILL.md cannot be read${where}: ${firstError?.message ?? 'unknown reason'}`,
    ...(firstError?.fix !== undefined && { hint: firstError.fix }),
    details: { diagnostic: firstError?.code ?? null },
  }
}
