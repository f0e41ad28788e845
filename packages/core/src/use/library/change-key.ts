import type { ToolServices } from '../tools/tool.ts'

type Call = Pick<ToolServices, 'conversationId' | 'runId' | 'callId'>

/**
 * The idempotency key of a call's change of the library. The call id comes from the model, so it stands
 * last.
 */
export function changeKeyOf({ conversationId, runId, callId }: Call): string {
  return `${conversationId}:${runId}:${callId}`
}
