import type {
  Approval,
  AuthoredToolSubject,
  ClarificationSubject,
  ConnectorAccessSubject,
  MemoryChangeSubject,
  SkillChangeSubject,
  SkillEnablementSubject,
  ToolCallSubject,
} from '@repertoire/core'
import type { ApprovalBody } from '@repertoire/protocol'
import { wireTime, wireTimeOrNull } from './time.ts'

export function toApprovalBody(approval: Approval): ApprovalBody {
  const asked = askedAndAnswered(approval)
  switch (approval.type) {
    case 'skill_enablement': {
      const { subject } = approval
      const skill = { id: subject.skillId, ...toAskedSkill(subject) }
      return { ...asked, type: approval.type, skill }
    }
    case 'clarification':
      return { ...asked, type: approval.type, question: toClarification(approval.subject) }
    case 'connector_access':
      return { ...asked, type: approval.type, connector: toAskedConnector(approval.subject) }
    case 'authored_tool':
      return { ...asked, type: approval.type, tool: toAskedTool(approval.subject) }
    case 'tool_call':
      return { ...asked, type: approval.type, call: toAskedCall(approval.subject) }
    case 'observation_change':
      return { ...asked, type: approval.type, observation: toAskedMemory(approval.subject) }
    case 'skill_change':
      return { ...asked, type: approval.type, change: toAskedSkillChange(approval.subject) }
  }
}

/** The texts of changes long decided would make a page of questions megabytes; each has them by itself. */
export function toListedApproval(approval: Approval): ApprovalBody {
  const body = toApprovalBody(approval)
  if (body.type !== 'skill_change' || body.status === 'pending') return body
  return { ...body, change: { ...body.change, before: null, source: null } }
}

/** A skill that is asked about, without its id. */
export function toAskedSkill(subject: SkillEnablementSubject) {
  return {
    slug: subject.slug,
    name: subject.name,
    description: subject.description,
    content_length: subject.contentLength,
    source_type: subject.sourceType,
    digest: subject.digest,
  }
}

export function toClarification({ question, options }: ClarificationSubject) {
  return { text: question, options: [...options] }
}

export function toAskedConnector(subject: ConnectorAccessSubject) {
  const { connector: name, title, description, endpoint, digest } = subject
  return { name, title, description, endpoint, digest }
}

export function toAskedTool({ toolId: id, libraries, before, ...subject }: AuthoredToolSubject) {
  return {
    ...{ id, ...subject, before: before && { ...before } },
    libraries: libraries.map(({ before: was, ...library }) => ({
      ...library,
      before: was && { ...was },
    })),
  }
}

export function toAskedCall(subject: ToolCallSubject) {
  const { tool, tier, argumentsDigest: arguments_digest, identity, skill } = subject
  return { tool, tier, arguments: subject.arguments, arguments_digest, identity, skill }
}

export function toAskedSkillChange(subject: SkillChangeSubject) {
  const { action, slug, name, scope, version, before, digest, source } = subject
  const base = { skill_id: subject.skillId, version, base_digest: subject.baseDigest, before }
  return { action, slug, name, scope, ...base, digest, source }
}

export function toAskedMemory(subject: MemoryChangeSubject) {
  const { agentId: agent_id, version, before, after } = subject
  return { agent_id, version, before, after }
}

function askedAndAnswered(approval: Approval) {
  return {
    id: approval.id,
    status: approval.status,
    conversation_id: approval.conversationId,
    run_id: approval.runId,
    tool_call_id: approval.toolCallId,
    trace_id: approval.traceId,
    reason: approval.reason,
    requested_by: approval.requestedBy,
    requested_at: wireTime(approval.requestedAt),
    expires_at: wireTime(approval.expiresAt),
    answered_by: approval.answeredBy,
    answered_at: wireTimeOrNull(approval.answeredAt),
    note: approval.note,
  }
}
