import type { WireEvent } from '@repertoire/client'
import { truncate } from '@repertoire/skill-md'
import { sanitizeText } from '../terminal/sanitize-text.ts'

const widest = 72

/** What an agent does, on one line; null for events that are about something else. */
export function toolLineOf({ event, data }: WireEvent): string | null {
  if (event === 'tool_started') {
    const input = JSON.stringify(data.call.input) ?? ''
    return `… ${sanitizeText(data.call.name)} ${truncate(sanitizeText(input), widest)}`
  }
  if (event === 'tool_completed') {
    const { outcome, name } = data
    if (outcome.status === 'ok') return `✓ ${sanitizeText(name)}`
    return `✗ ${sanitizeText(name)}: ${truncate(sanitizeText(outcome.problem.message), widest)}`
  }
  if (event === 'skill_used') return `• skill ${sanitizeText(data.skill.slug)}`
  if (event === 'approval_resolved') return `• ${data.decision}`
  return null
}
