import type { ConversationEvent, ToolCall } from '../../domain/events.ts'
import { unknownUsage } from '../../domain/token-usage.ts'

/** A tool call that the agent of another program makes by itself, as over MCP. It is a run of its own. */
export interface ClientCall {
  /** The client's own name and version. Untrusted. */
  readonly client: string
  readonly call: ToolCall
  /** Questions of an earlier attempt at the same call, with their answers, for this call's id. */
  readonly answered: readonly ConversationEvent[]
  /** The head of the log that `answered` was read from: an answer is used once. */
  readonly headSeq: number
}

/** What the log has of the call before it begins. */
export function callEvents({ call, answered }: ClientCall): readonly ConversationEvent[] {
  const step = { step: 1, text: '', toolCalls: [call], usage: unknownUsage }
  return [{ type: 'step-completed', ...step }, ...answered]
}
