import type { ApprovalId, ConversationId, RunId, UserId } from '@repertoire/core/base'
import {
  type Approval,
  type ApprovalRequest,
  type ApprovalStatus,
  approvalSkill,
  approvalTitle,
} from '@repertoire/core/domain'
import { columnsOf } from '../database/columns-of.ts'
import { fromJson } from '../database/json.ts'
import type { NewRow, Row } from '../database/schema.ts'

export function toApproval(row: Row<'approvals'>): Approval {
  // The type determines the subject; both columns were written from one approval.
  const question = { type: row.type, subject: fromJson(row.subject) } as ApprovalRequest
  return {
    ...question,
    id: row.id as ApprovalId,
    conversationId: row.conversation_id as ConversationId,
    runId: row.run_id as RunId,
    toolCallId: row.tool_call_id,
    traceId: row.trace_id,
    reason: row.reason,
    status: row.status as ApprovalStatus,
    requestedBy: row.requested_by as UserId,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    answeredBy: row.answered_by as UserId | null,
    answeredAt: row.answered_at,
    note: row.note,
  }
}

export function approvalRow(approval: Approval): NewRow<'approvals'> {
  return {
    ...columnsOf<Approval>(approval),
    connector: approval.type === 'connector_access' ? approval.subject.connector : null,
    title: approvalTitle(approval),
    ...approvalSkill(approval),
  }
}
