import {
  type Approval,
  type AuthoredToolSubject,
  type ClarificationSubject,
  type ConnectorAccessSubject,
  type FetchedSkillSubject,
  isAgentMade,
  type MemoryChangeSubject,
  type PackageInstallationSubject,
  type SkillChangeSubject,
  type SkillEnablementSubject,
  type SubjectOrigin,
  type ToolCallSubject,
} from '@repertoire/core/domain'
import type { ApprovalBody } from '@repertoire/protocol'
import { toFindingBody } from './pending-revision.ts'
import { toRegistryPlace } from './registry-place.ts'
import { provenanceOf } from './skill.ts'
import { wireTime, wireTimeOrNull } from './time.ts'

export function toApprovalBody(approval: Approval): ApprovalBody {
  const fields = approvalFields(approval)
  switch (approval.type) {
    case 'skill_enablement': {
      const { subject } = approval
      const skill = { id: subject.skillId, ...toSkillSubject(subject) }
      return { ...fields, type: approval.type, skill }
    }
    case 'clarification':
      return { ...fields, type: approval.type, question: toClarification(approval.subject) }
    case 'connector_access':
      return { ...fields, type: approval.type, connector: toConnectorSubject(approval.subject) }
    case 'authored_tool':
      return { ...fields, type: approval.type, tool: toAuthoredToolSubject(approval.subject) }
    case 'tool_call':
      return { ...fields, type: approval.type, call: toToolCallSubject(approval.subject) }
    case 'package_installation':
      return {
        ...fields,
        type: approval.type,
        installation: toInstallationSubject(approval.subject),
      }
    case 'observation_change':
      return {
        ...fields,
        type: approval.type,
        observation: toMemoryChangeSubject(approval.subject),
      }
    case 'skill_change':
      return { ...fields, type: approval.type, change: toSkillChangeSubject(approval.subject) }
  }
}

/**
 * Without the texts of decided changes, which would make a page megabytes large. A single approval has them.
 */
export function toListedApproval(approval: Approval): ApprovalBody {
  const body = toApprovalBody(approval)
  if (body.status === 'pending') return body
  if (body.type === 'skill_change')
    return { ...body, change: { ...body.change, before: null, source: null } }
  if (body.type !== 'skill_enablement' || !body.skill.fetched) return body
  return { ...body, skill: { ...body.skill, fetched: { ...body.skill.fetched, text: '' } } }
}

/** The skill of an approval request, without its id. */
export function toSkillSubject(subject: SkillEnablementSubject) {
  return {
    slug: subject.slug,
    name: subject.name,
    description: subject.description,
    content_length: subject.contentLength,
    source_type: subject.sourceType,
    digest: subject.digest,
    ...(subject.origin && { origin: toOriginBody(subject.origin) }),
    ...(subject.fetched && { fetched: toFetchedBody(subject.fetched) }),
  }
}

function toFetchedBody(fetched: FetchedSkillSubject) {
  const { verdict, findings, text, licence, licenceDecision } = fetched
  return {
    ...{ ...toRegistryPlace(fetched), verdict, findings, text },
    ...{ licence, licence_decision: licenceDecision },
  }
}

function toOriginBody(origin: SubjectOrigin) {
  return {
    provenance: provenanceOf(origin),
    source: isAgentMade(origin) ? ('agent' as const) : ('user' as const),
    source_url: origin.sourceUrl,
    source_id: origin.sourceId,
  }
}

export function toClarification({ question, options }: ClarificationSubject) {
  return { text: question, options: [...options] }
}

export function toConnectorSubject(subject: ConnectorAccessSubject) {
  const { connector: name, title, description, endpoint, digest } = subject
  return { name, title, description, endpoint, digest }
}

export function toAuthoredToolSubject({
  toolId: id,
  libraries,
  before,
  ...subject
}: AuthoredToolSubject) {
  return {
    ...{ id, ...subject, before: before && { ...before } },
    libraries: libraries.map(({ before: was, ...library }) => ({
      ...library,
      before: was && { ...was },
    })),
  }
}

export function toToolCallSubject(subject: ToolCallSubject) {
  const { tool, tier, argumentsDigest: arguments_digest, identity, skill, sendsTo } = subject
  const call = { tool, tier, arguments: subject.arguments, arguments_digest, identity, skill }
  return { ...call, ...(sendsTo !== undefined && { sends_to: sendsTo }) }
}

export function toInstallationSubject({ slug, lists }: PackageInstallationSubject) {
  return { skill: slug, lists: lists.map((list) => ({ ...list, packages: [...list.packages] })) }
}

export function toSkillChangeSubject(subject: SkillChangeSubject) {
  const { action, slug, name, scope, version, before, digest, source } = subject
  const base = { skill_id: subject.skillId, version, base_digest: subject.baseDigest, before }
  const origin = subject.origin && { origin: toOriginBody(subject.origin) }
  const found = subject.found && { found: subject.found.map(toFindingBody) }
  return { action, slug, name, scope, ...base, digest, source, ...origin, ...found }
}

export function toMemoryChangeSubject(subject: MemoryChangeSubject) {
  const { agentId: agent_id, version, before, after } = subject
  return { agent_id, version, before, after }
}

function approvalFields(approval: Approval) {
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
