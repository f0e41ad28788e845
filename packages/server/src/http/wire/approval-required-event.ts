import { type Approval, approvalRequestOf, type ConversationEvent } from '@repertoire/core/domain'
import type { WireEvent } from '@repertoire/protocol'
import {
  toAuthoredToolSubject,
  toClarification,
  toConnectorSubject,
  toInstallationSubject,
  toMemoryChangeSubject,
  toSkillChangeSubject,
  toSkillSubject,
  toToolCallSubject,
} from './approval.ts'
import type { EventContext } from './event-context.ts'
import { wireTime } from './time.ts'

type ApprovalRequired = Extract<ConversationEvent, { type: 'approval-required' }>
type ApprovalRequiredData = Extract<WireEvent, { event: 'approval_required' }>['data']

/** An approval request as clients see it. For a skill it has exactly the fields of document A. */
export function toApprovalRequiredData(
  event: ApprovalRequired,
  context: EventContext,
): ApprovalRequiredData {
  const question = approvalRequestOf(event)
  const request = {
    approval_id: event.approvalId satisfies Approval['id'],
    tool_call_id: event.callId,
    reason: event.reason,
    expires_at: wireTime(event.expiresAt),
  }
  const { type } = question
  switch (type) {
    case 'skill_enablement':
      return { type, skill: { ...request, ...toSkillSubject(question.subject) } }
    case 'clarification':
      return { ...context, type, question: { ...request, ...toClarification(question.subject) } }
    case 'connector_access':
      return {
        ...context,
        type,
        connector: { ...request, ...toConnectorSubject(question.subject) },
      }
    case 'authored_tool':
      return { ...context, type, tool: { ...request, ...toAuthoredToolSubject(question.subject) } }
    case 'tool_call':
      return { ...context, type, call: { ...request, ...toToolCallSubject(question.subject) } }
    case 'package_installation': {
      const installation = { ...request, ...toInstallationSubject(question.subject) }
      return { ...context, type, installation }
    }
    case 'observation_change': {
      const observation = { ...request, ...toMemoryChangeSubject(question.subject) }
      return { ...context, type, observation }
    }
    case 'skill_change':
      return { ...context, type, change: { ...request, ...toSkillChangeSubject(question.subject) } }
  }
}
