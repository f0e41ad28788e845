import type { WireEvent } from '@repertoire/client'
import { sanitizeText } from '../terminal/sanitize-text.ts'

const whole = new Intl.NumberFormat('en-US')
const costs = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })

/** A model call on one line; null for other events. */
export function modelCallLineOf({ event, data }: WireEvent): string | null {
  if (event === 'step_started') {
    const skills = (data.skills ?? []).map(({ slug }) => sanitizeText(slug))
    const given = skills.length === 0 ? '' : `, with ${skills.join(', ')}`
    return `… model call ${data.step}: ${sanitizeText(data.model.label)}${given}`
  }
  if (event === 'step_completed') return `✓ model call ${data.step}: ${figuresOf(data)}`
  if (event === 'context_summarised') return `✓ summary: ${figuresOf(data)}`
  return null
}

type Figures = Extract<WireEvent, { event: 'step_completed' }>['data']

function figuresOf({
  usage,
  duration_ms: duration,
  cost,
}: Pick<Figures, 'usage' | 'duration_ms' | 'cost'>): string {
  const { input_tokens: input, output_tokens: output, cached_tokens: cached } = usage
  const ofCache = cached === null ? '' : ` (${whole.format(cached)} cached)`
  return [
    ...(duration === null ? [] : [`${(duration / 1000).toFixed(1)} s`]),
    ...(input === null
      ? ['tokens unknown']
      : [`${whole.format(input)} tokens in${ofCache}`, `${countOf(output)} out`]),
    cost === null ? 'cost unknown' : `cost ${costs.format(cost)}`,
  ].join(', ')
}

function countOf(count: number | null): string {
  return count === null ? 'unknown' : whole.format(count)
}
