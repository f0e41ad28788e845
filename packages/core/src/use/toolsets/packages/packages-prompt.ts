import { truncate } from '@repertoire/skill-md'
import { neutralise, oneLine } from '../../../base/text/neutralise.ts'
import type { Skill } from '../../../domain/skill.ts'
import { estimateTokens } from '../../prompt/estimate-tokens.ts'

/** The maximum tokens of one line, by an estimate on the high side. */
const lineTokens = 75

/**
 * The catalogue of an agent's skills: one line each, in the agent's order. Empty without skills. Pure.
 */
export function packagesPrompt(attached: readonly Skill[]): string {
  if (attached.length === 0) return ''
  const lines = neutralise(attached.map(catalogueLine).join('\n'))
  return `<attached_skills>\nAvailable Skills:\n${lines}\n</attached_skills>`
}

/** The name, and as much of the description as fits. */
export function catalogueLine({ slug, head }: Skill): string {
  const description = oneLine(head.description)
  const whole = lineOf(slug, description)
  if (fits(whole)) return whole
  let [low, high] = [0, Math.min(description.length, lineTokens * 4)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(lineOf(slug, truncate(description, middle)))) low = middle
    else high = middle - 1
  }
  return lineOf(slug, low === 0 ? '' : truncate(description, low))
}

function lineOf(slug: string, description: string): string {
  return description === '' ? `- ${slug}` : `- ${slug}: ${description}`
}

function fits(line: string): boolean {
  return estimateTokens(neutralise(line)) <= lineTokens
}
