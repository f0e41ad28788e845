import { type Diagnostic, type Finding, positionFindings } from '../base/diagnostic.ts'
import type { LoadOptions } from '../fields/skill-document.ts'
import { decodeSource } from '../frontmatter/decode-source.ts'
import type { Profile, ProfileName, ProfileProblem, ProfileSubject } from './profile.ts'
import { profiles } from './profiles.ts'
import { readSubject } from './read-subject.ts'

/**
 * Validates a SKILL.md against one strict profile. A result without errors means that the consumer accepts the file;
 * warnings are about text it would lose. The folder name rule needs `folderName`. Never throws on content.
 */
export function validateSkillMd(
  input: string | Uint8Array,
  profile: ProfileName,
  options: LoadOptions = {},
): Diagnostic[] {
  return validateAgainst(input, profiles[profile], options)
}

/** Like {@link validateSkillMd}, for rules that no consumer has by a name. */
export function validateAgainst(
  input: string | Uint8Array,
  { reader, checks }: Profile,
  options: LoadOptions,
): Diagnostic[] {
  const decoded = decodeSource(input)
  if (!decoded.ok) return positionFindings(decoded.text, [decoded.finding])
  const reading = readSubject(decoded.text, reader, options.folderName)
  const findings = reading.ok
    ? checks.flatMap((check) =>
        check(reading.subject).map((problem) => locateProblem(problem, reading.subject)),
      )
    : [locateProblem(reading.problem, undefined)]
  return positionFindings(decoded.text, findings)
}

function locateProblem(problem: ProfileProblem, subject: ProfileSubject | undefined): Finding {
  const { at, severity = 'error', ...rest } = problem
  if (at === undefined) return { ...rest, severity, offset: 0 }
  if ('offset' in at) return { ...rest, severity, offset: at.offset }
  const entry = subject?.entry(at.key)
  if (entry === undefined || subject === undefined) return { ...rest, severity, offset: 0 }
  const endOffset = entry.start + subject.text.slice(entry.start, entry.end).trimEnd().length
  return { ...rest, severity, offset: entry.keyStart, endOffset }
}
