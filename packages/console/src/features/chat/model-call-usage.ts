import type { ModelCallUsageBody, WireEvent } from '@repertoire/protocol'
import { formatCost, formatCount } from '../../shared/design/numbers.ts'
import { formatDuration } from '../executions/status-labels.ts'

/** What one model call took: `1.20 s, 4,642 tokens in (1,024 cached), 120 out, cost 0.012`. */
export function describeModelCall({ usage, duration_ms, cost }: ModelCallUsageBody): string {
  const { input_tokens: input, output_tokens: output, cached_tokens: cached } = usage
  const ofCache = cached === null ? '' : ` (${formatCount(cached)} cached)`
  return [
    ...(duration_ms === null ? [] : [formatDuration(duration_ms)]),
    ...(input === null
      ? ['tokens unknown']
      : [`${formatCount(input)} tokens in${ofCache}`, `${counted(output)} out`]),
    cost === null ? 'cost unknown' : `cost ${formatCost(cost)}`,
  ].join(', ')
}

function counted(count: number | null): string {
  return count === null ? 'unknown' : formatCount(count)
}

/** What all of a turn took, with its sub-agents and summaries. */
export interface TurnUsage {
  /** Without the time in which it waited for a person; null while it goes on. */
  readonly workedMs: number | null
  /** In and out together. Null when that of any model call is unknown. */
  readonly tokens: number | null
  /** As `tokens`. */
  readonly cost: number | null
}

/** Null for a turn without an answered model call. Pure. */
export function turnUsage(events: readonly WireEvent[]): TurnUsage | null {
  const calls = events.flatMap(({ event, data }) =>
    event === 'step_completed' || event === 'context_summarised' ? [data] : [],
  )
  if (calls.length === 0) return null
  return {
    workedMs: workedMs(events),
    tokens: sumKnown(calls, ({ usage: { input_tokens: input, output_tokens: output } }) =>
      input === null || output === null ? null : input + output,
    ),
    cost: sumKnown(calls, ({ cost }) => cost),
  }
}

function sumKnown<Item>(items: readonly Item[], of: (item: Item) => number | null): number | null {
  return items.map(of).reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0)
}

const ends = new Set<WireEvent['event']>(['run_completed', 'run_failed', 'run_cancelled'])

/** A waiting run writes nothing but the answer, so the time until the next event after a question is its wait. */
function workedMs(events: readonly WireEvent[]): number | null {
  let began: number | null = null
  let before: WireEvent | null = null
  let beforeAt = 0
  let waited = 0
  for (const event of events) {
    if (!('at' in event.data)) {
      before = event
      continue
    }
    const at = Date.parse(event.data.at)
    began ??= at
    if (before?.event === 'approval_required') waited += at - beforeAt
    if (ends.has(event.event)) return Math.max(0, at - began - waited)
    before = event
    beforeAt = at
  }
  return null
}
