import type { TraceSpanBody } from '@repertoire/protocol'
import { formatCount } from '../../shared/design/numbers.ts'

const waits: Readonly<Record<string, string>> = {
  skill_enablement: 'Asked to enable a skill',
  clarification: 'Asked a question',
}

/** What a span is, in a few words; a model call by its number. */
export function spanLabel({ kind, name }: TraceSpanBody, callNumber: number | null): string {
  switch (kind) {
    case 'run':
      return name ? `Turn of ${name}` : 'Turn'
    case 'skills':
      return name === 'preload' ? 'Load skills' : 'Offer skills'
    case 'model':
      return callNumber === null ? 'Model call' : `Model call ${callNumber}`
    case 'summary':
      return 'Summary of old messages'
    case 'agent':
      return 'Sub-agent'
    case 'wait':
      return waits[name] ?? 'Asked a person'
    default:
      return name || 'Unnamed tool'
  }
}

/** What stands beside the label: the model, or the skill of a sub-agent. */
export function spanDetail({ kind, name, skills }: TraceSpanBody): string {
  if (kind === 'model') return name
  if (kind === 'agent') return skills[0]?.slug ?? name
  return ''
}

export const statusWords: Readonly<Record<TraceSpanBody['status'], string>> = {
  running: 'Under way',
  waiting: 'Waits',
  ok: 'Done',
  failed: 'Failed',
  refused: 'Refused',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted',
  unknown: 'Unknown',
}

/** In and out; empty for what calls no model. */
export function tokensLabel({ usage }: TraceSpanBody): string {
  if (!usage) return ''
  const { input_tokens: input, output_tokens: output } = usage
  return input === null || output === null ? 'unknown' : formatCount(input + output)
}
