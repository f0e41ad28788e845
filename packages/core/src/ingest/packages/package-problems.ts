import { type Diagnostic, packageLimits } from '@repertoire/skill-md'
import type { Problem } from '../../base/errors.ts'

/** Problems of a package that cannot become a skill. */
export const skillMdMissing: Problem = {
  code: 'skill.md-missing',
  kind: 'invalid',
  message: 'The package has no SKILL.md at its top level.',
  hint: 'A skill is a folder with a SKILL.md in it, or one Markdown file.',
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
