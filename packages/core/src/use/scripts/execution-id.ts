import type { ConversationId, ExecutionId, RunId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'

/** The id of a tool call's execution. Deterministic, so the same call never gets a second one. */
export function executionIdOf(
  call: { readonly conversationId: ConversationId; readonly runId: RunId; readonly callId: string },
  sha256: Sha256,
): ExecutionId {
  const { conversationId, runId, callId } = call
  return `exe_${sha256(JSON.stringify([conversationId, runId, callId])).slice(0, 32)}` as ExecutionId
}
