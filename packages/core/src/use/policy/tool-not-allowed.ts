import type { Problem } from '../../base/errors.ts'
import { allowedNames, parseAllowedTools } from '../../domain/allowed-tools.ts'
import type { ToolRestriction } from '../../domain/events.ts'

/** The maximum number of names and of skills in a refusal. */
const maxReportedNames = 40
const maxReportedSkills = 5

/** The refusal of a call that none of the lists in force allows (`tool.not-allowed`, D7). At least one list. */
export function toolNotAllowed(
  restrictions: readonly ToolRestriction[],
  toolName: string,
): Problem {
  const tool = toolName.slice(0, 200)
  const skills = [...new Set(restrictions.map(({ skill }) => skill.slug))]
  const list = parseAllowedTools(restrictions.flatMap(({ allowedTools }) => allowedTools))
  const allowed = allowedNames(list)
  const undecided = list.undecided.slice(0, maxReportedSkills).map(printable)
  const reported = allowed.slice(0, maxReportedNames)
  const verb = skills.length === 1 ? 'allows' : 'allow'
  return {
    code: 'tool.not-allowed',
    kind: 'forbidden',
    message: `The ${subjectOf(skills)} ${verb} ${toolList(allowed)}, beside the tools that find, load and read skills; ${tool} is not allowed${
      list.patterns.some((one) => one.tool === toolName) ? ' with these arguments' : ''
    }.${undecidedText(undecided)} Nothing was done.`,
    hint: `${list.patterns.length > 0 ? patternHint : ''}Finish with the allowed tools. A list holds while its skill is active, and for the rest of this turn; a skill that allows the tool may be loaded.`,
    details: {
      tool,
      skill: skills[0] ?? '',
      skills: skills.slice(0, maxReportedSkills),
      allowed_tools: reported,
      ...(undecided.length > 0 && { undecided }),
    },
  }
}

const patternHint =
  'A command under a pattern is one plain command of words and quoted words, without operators, variables or redirections; a path is relative and in its shortest form; a web page may not redirect. '

function undecidedText(undecided: readonly string[]): string {
  if (undecided.length === 0) return ''
  return ` These entries allow nothing, because their patterns cannot be decided: ${undecided.join(', ')}.`
}

/** An entry is untrusted text. */
function printable(entry: string): string {
  return entry.slice(0, 80).replace(/[^\x20-\x7e]/g, '?')
}

function subjectOf(skills: readonly string[]): string {
  const names = skills.slice(0, maxReportedSkills).map((slug) => `"${slug}"`)
  if (skills.length > names.length) names.push(`${skills.length - names.length} more`)
  return `${skills.length === 1 ? 'skill' : 'skills'} ${names.join(' and ')}`
}

function toolList(allowed: readonly string[]): string {
  const reported = allowed.slice(0, maxReportedNames)
  if (reported.length === 0) return 'none of the tools there are'
  const more =
    allowed.length > reported.length ? ` and ${allowed.length - reported.length} more` : ''
  return `only ${reported.join(', ')}${more}`
}
