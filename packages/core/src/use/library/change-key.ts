import type { ToolServices } from '../tools/tool.ts'

type Call = Pick<ToolServices, 'conversationId' | 'runId' | 'callId'>

/** What a call's change of the library is remembered by: the call's own id is the model's, and comes last. */
export function changeKeyOf({ conversationId, runId, callId }: Call): string {
  return `${conversationId}:${runId}:${callId}`
}
