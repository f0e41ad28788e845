import type { ModelMessage } from '../ports/model.ts'
import type { ConversationEvent, LoggedEvent, ToolCall } from './events.ts'

/** What a model has seen and said: in the whole conversation, or as the sub-agent of one call. */
export interface Transcript {
  readonly messages: readonly ModelMessage[]
  /** Every call id in use: ids must be unique within the conversation. */
  readonly callIds: ReadonlySet<string>
}

/**
 * The messages a model is given, tool results included: for the main agent the whole conversation without
 * what sub-agents did, for the sub-agent of the call `fork` its task and what it has done since. A call
 * whose run ended before it had an outcome is answered as interrupted, because providers refuse a call
 * without a result.
 */
export function foldTranscript(
  events: readonly LoggedEvent[],
  fork: string | null = null,
): Transcript {
  const messages: ModelMessage[] = []
  const callIds = new Set<string>()
  let open: readonly ToolCall[] = []
  for (const { event } of events) {
    if (event.type === 'step-completed') for (const call of event.toolCalls) callIds.add(call.id)
    if (event.type === 'fork-started' && event.callId === fork) {
      messages.push({ role: 'user', text: event.task })
    }
    if ((event.fork ?? null) !== fork) continue
    if (event.type === 'message-received') messages.push({ role: 'user', text: event.text })
    if (event.type === 'step-completed') {
      open = event.toolCalls
      messages.push({ role: 'assistant', text: event.text, toolCalls: event.toolCalls })
    }
    if (event.type === 'tool-completed') {
      const { callId, name, outcome } = event
      open = open.filter((call) => call.id !== callId)
      messages.push({ role: 'tool', callId, name, outcome })
    }
    if (endsRun(event)) {
      messages.push(...open.map(interrupted))
      open = []
    }
  }
  return { messages, callIds }
}

/** The person's own last words in the conversation; empty before the first. */
export function lastMessage(events: readonly LoggedEvent[]): string {
  const last = events.findLast(({ event }) => event.type === 'message-received')?.event
  return last?.type === 'message-received' ? last.text : ''
}

function endsRun({ type }: ConversationEvent): boolean {
  return type === 'run-completed' || type === 'run-failed' || type === 'run-cancelled'
}

function interrupted({ id, name }: ToolCall): ModelMessage {
  const problem = {
    code: 'tool.not-run',
    kind: 'unavailable',
    message: 'The turn ended before this call was made. It had no effect.',
  } as const
  return { role: 'tool', callId: id, name, outcome: { status: 'interrupted', problem } }
}
