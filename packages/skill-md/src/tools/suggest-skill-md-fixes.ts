import { countCharacters } from '../base/characters.ts'
import { type Diagnostic, type Finding, positionFindings } from '../base/diagnostic.ts'
import type { SkillDocument } from '../fields/skill-document.ts'
import { unknownToolFindings } from './suggest-tool-fixes.ts'

/** Recommended limits of a skill (guide of document E). No format enforces them. */
export const suggestionLimits = {
  /** Characters; models choose a skill by its description. */
  description: 80,
  /** Characters, about 800 tokens; a body is part of every turn. */
  body: 3_200,
  /** Tools of one skill. */
  toolNames: 20,
} as const

/** Advice for authors of skills: notes and warnings for an editor, never errors. */
export function suggestSkillMdFixes(document: SkillDocument): Diagnostic[] {
  const { source, fields, body, bodyOffset } = document
  const findings: Finding[] = unknownToolFindings(document)
  const note = (offset: number, finding: Pick<Finding, 'code' | 'message'>): void => {
    findings.push({ severity: 'info', offset, ...finding })
  }
  const description = countCharacters(fields.description)
  if (description > suggestionLimits.description) {
    note(lineOf(source, 'description', bodyOffset), {
      code: 'advice.description-long',
      message: `The description has ${description} characters. A model chooses skills by it: state what the skill does in the first ${suggestionLimits.description}.`,
    })
  }
  const tools = fields.routing?.toolNames?.length ?? 0
  if (tools >= suggestionLimits.toolNames) {
    note(lineOf(source, 'metadata', bodyOffset), {
      code: 'advice.many-tools',
      message: `The skill names ${tools} tools. Consider splitting it into two skills.`,
    })
  }
  const length = countCharacters(body)
  if (length > suggestionLimits.body) {
    note(bodyOffset, {
      code: 'advice.body-long',
      message: `The body has about ${Math.round(length / 4)} tokens. A body over 800 tokens displaces other active skills: move rarely needed text into separate files.`,
    })
  }
  return positionFindings(source, findings)
}

/** Offset of the line of a key; 0 when not found. */
function lineOf(source: string, key: string, bodyOffset: number): number {
  const at = source.slice(0, bodyOffset).search(new RegExp(`^${key}[ \\t]*:`, 'm'))
  return Math.max(at, 0)
}
