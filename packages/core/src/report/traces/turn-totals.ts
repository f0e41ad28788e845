import type { Run } from '../../domain/conversation.ts'
import type { LoggedEvent } from '../../domain/events.ts'
import type { TokenUsage } from '../../domain/token-usage.ts'
import { traceSpans } from './trace-spans.ts'

/** What a turn took so far. */
export interface TurnTotals {
  readonly agent: { readonly id: string; readonly name: string } | null
  /** In the order in which they were first called. */
  readonly models: readonly string[]
  /** Model calls, and the tool calls that they asked for. */
  readonly steps: number
  /** Null where that of any model call is unknown, and without one. */
  readonly usage: Required<TokenUsage> | null
  /** As `usage`. */
  readonly costNanos: number | null
}

/** From those events of a run that `turnEventTypes` names; others change nothing. Pure. */
export function turnTotals(run: Run, events: readonly LoggedEvent[]): TurnTotals {
  let agent: TurnTotals['agent'] = null
  let toolCalls = 0
  for (const { event } of events) {
    if (event.type === 'run-started' && event.agent) {
      agent = { id: event.agent.id, name: event.agent.name }
    }
    if (event.type === 'step-completed') toolCalls += event.toolCalls.length
  }
  const [root, ...spans] = traceSpans({ run, events, executions: [] })
  const calls = spans.filter(({ kind }) => kind === 'model')
  return {
    agent,
    models: [...new Set(calls.map(({ name }) => name))],
    steps: calls.length + toolCalls,
    usage: root?.usage ?? null,
    costNanos: root?.costNanos ?? null,
  }
}
