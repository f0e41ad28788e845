import { type Approval, askedQuestion, type ConversationEvent } from '@repertoire/core'
import type { WireEvent } from '@repertoire/protocol'
import {
  toAskedCall,
  toAskedConnector,
  toAskedMemory,
  toAskedSkill,
  toAskedSkillChange,
  toAskedTool,
  toClarification,
} from './approval.ts'
import type { EventContext } from './event-context.ts'
import { wireTime } from './time.ts'

type Asked = Extract<ConversationEvent, { type: 'approval-required' }>
type AskedData = Extract<WireEvent, { event: 'approval_required' }>['data']

/** A question as clients see it; about a skill with exactly the fields of document A (A6). */
export function toAskedData(event: Asked, context: EventContext): AskedData {
  const question = askedQuestion(event)
  const asking = {
    approval_id: event.approvalId satisfies Approval['id'],
    tool_call_id: event.callId,
    reason: event.reason,
    expires_at: wireTime(event.expiresAt),
  }
  const { type } = question
  switch (type) {
    case 'skill_enablement':
      return { type, skill: { ...asking, ...toAskedSkill(question.subject) } }
    case 'clarification':
      return { ...context, type, question: { ...asking, ...toClarification(question.subject) } }
    case 'connector_access':
      return { ...context, type, connector: { ...asking, ...toAskedConnector(question.subject) } }
    case 'authored_tool':
      return { ...context, type, tool: { ...asking, ...toAskedTool(question.subject) } }
    case 'tool_call':
      return { ...context, type, call: { ...asking, ...toAskedCall(question.subject) } }
    case 'observation_change': {
      const observation = { ...asking, ...toAskedMemory(question.subject) }
      return { ...context, type, observation }
    }
    case 'skill_change':
      return { ...context, type, change: { ...asking, ...toAskedSkillChange(question.subject) } }
  }
}
