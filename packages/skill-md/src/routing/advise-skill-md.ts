import { countCharacters } from '../characters.ts'
import { type Diagnostic, type Finding, locateFindings } from '../diagnostic.ts'
import type { SkillDocument } from '../skill-document.ts'

/** What a skill does well to stay under (document E's guide). None of it is a rule of any format. */
export const adviceLimits = {
  /** Characters: the line by which a model chooses. */
  description: 80,
  /** Characters, about 800 tokens: what a body takes of every turn. */
  body: 3_200,
  /** Tools one skill works with. */
  toolNames: 20,
} as const

/** Advice for somebody who writes a skill: only notes, for an editor to show; nothing is refused for them. */
export function adviseSkillMd(document: SkillDocument): Diagnostic[] {
  const { source, fields, body, bodyOffset } = document
  const findings: Finding[] = []
  const note = (offset: number, finding: Pick<Finding, 'code' | 'message'>): void => {
    findings.push({ severity: 'info', offset, ...finding })
  }
  const description = countCharacters(fields.description)
  if (description > adviceLimits.description) {
    note(lineOf(source, 'description', bodyOffset), {
      code: 'advice.description-long',
      message: `The description has ${description} characters. A model chooses by it among many: the first ${adviceLimits.description} should say what the skill does.`,
    })
  }
  const tools = fields.routing?.toolNames?.length ?? 0
  if (tools >= adviceLimits.toolNames) {
    note(lineOf(source, 'metadata', bodyOffset), {
      code: 'advice.many-tools',
      message: `The skill names ${tools} tools. A skill of that many is usually two.`,
    })
  }
  const length = countCharacters(body)
  if (length > adviceLimits.body) {
    note(bodyOffset, {
      code: 'advice.body-long',
      message: `The body has about ${Math.round(length / 4)} tokens. Over 800 it crowds out others when several skills are active: move what is rarely needed into files beside it.`,
    })
  }
  return locateFindings(source, findings)
}

/** Where the key's line begins; the start of the file when it is not written that way. */
function lineOf(source: string, key: string, bodyOffset: number): number {
  const at = source.slice(0, bodyOffset).search(new RegExp(`^${key}[ \\t]*:`, 'm'))
  return Math.max(at, 0)
}
