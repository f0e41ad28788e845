import type { Approval } from '@repertoire/core'
import type { ApprovalBody } from '@repertoire/protocol'
import { wireTime, wireTimeOrNull } from './time.ts'

export function toApprovalBody(approval: Approval): ApprovalBody {
  const { subject } = approval
  return {
    id: approval.id,
    type: approval.type,
    status: approval.status,
    conversation_id: approval.conversationId,
    run_id: approval.runId,
    tool_call_id: approval.toolCallId,
    trace_id: approval.traceId,
    skill: {
      id: subject.skillId,
      slug: subject.slug,
      name: subject.name,
      description: subject.description,
      content_length: subject.contentLength,
      source_type: subject.sourceType,
      digest: subject.digest,
    },
    reason: approval.reason,
    requested_by: approval.requestedBy,
    requested_at: wireTime(approval.requestedAt),
    expires_at: wireTime(approval.expiresAt),
    answered_by: approval.answeredBy,
    answered_at: wireTimeOrNull(approval.answeredAt),
    note: approval.note,
  }
}
