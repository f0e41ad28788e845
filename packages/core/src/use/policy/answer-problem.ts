import type { Problem } from '../../base/errors.ts'
import type { UserId } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import type {
  ApprovalDecision,
  ApprovalRequest,
  SkillChangeSubject,
  SkillEnablementSubject,
} from '../../domain/approval.ts'
import type { BoundCall, ToolFacts } from '../tools/tool.ts'

/** The answer to an approval request, as the gate needs it. */
export interface AnsweredApproval {
  readonly approvalRequest: ApprovalRequest
  readonly decision: ApprovalDecision
  /** The person's note. */
  readonly note: string
  /** Null when the request expired. */
  readonly answeredBy: UserId | null
}

/** Why an answer does not permit the call: it was denied, or it is stale. */
export function answerProblem(
  answer: AnsweredApproval,
  now: { readonly call: BoundCall; readonly facts: ToolFacts },
): Problem | undefined {
  const { approvalRequest } = answer
  const refused = rejectedProblem(answer)
  if (refused) return refused
  return approvalRequest.type === 'skill_enablement' && !approvalRequest.subject.fetched
    ? staleEnablementApproval(approvalRequest.subject, now.facts)
    : staleApproval(approvalRequest, now)
}

/** The problem for the model when the request was denied, expired or cancelled. */
export function rejectedProblem({
  decision,
  note,
  approvalRequest,
}: AnsweredApproval): Problem | undefined {
  return decision === 'approved' ? undefined : declined({ decision, note, approvalRequest })
}

/** What was found is no part of it: after the yes, the same content has nothing left to be seen. */
function boundTo(request: ApprovalRequest): ApprovalRequest {
  if (request.type !== 'skill_change') return request
  const { found: _, ...subject } = request.subject
  return { type: request.type, subject }
}

/** An approval is bound to its request: the current plan must make the same request, or need none. */
function staleApproval(
  original: ApprovalRequest,
  { call, facts }: { readonly call: BoundCall; readonly facts: ToolFacts },
): Problem | undefined {
  const current = call.approvalRequest?.(facts)
  if (current && 'code' in current) return current
  const same = current
    ? JSON.stringify(boundTo(current)) === JSON.stringify(boundTo(original))
    : original.type !== 'connector_access' || original.subject.digest === facts.connector?.digest
  if (same) return undefined
  if (current?.type === 'skill_change') return skillChanged(current.subject)
  return {
    code: 'approval.stale',
    kind: 'stale',
    message: 'What was asked about has changed since, so the answer no longer counts.',
    hint: 'Make the call again to ask again.',
  }
}

function staleEnablementApproval(
  subject: SkillEnablementSubject,
  { skill }: ToolFacts,
): Problem | undefined {
  const unavailable = !skill?.enabled || skill.id !== subject.skillId
  if (!unavailable && skill.head.digest === subject.digest) return undefined
  return {
    code: 'approval.stale',
    kind: 'stale',
    message: unavailable
      ? `"${subject.slug}" was approved, but it has been removed or disabled since the question was asked, so it was not enabled.`
      : `"${subject.slug}" was approved, but its content has changed since the question was asked, so the answer no longer counts.`,
    hint: unavailable
      ? 'Search for another skill, or go on without it.'
      : 'Call enable_skill again to ask about the current content.',
    details: { slug: subject.slug, approved_digest: subject.digest },
  }
}

/** The later writer is shown the current text, so that no change is lost. */
function skillChanged({ slug, version, before }: SkillChangeSubject): Problem {
  return {
    code: 'skill.stale',
    kind: 'stale',
    message: `"${slug}" has changed since the person was asked, so their answer no longer counts and nothing was changed.`,
    hint: 'Look at it as it is now, and make the call again if it is still needed.',
    details: { name: slug, version, current: before },
  }
}

/** The request in words, as the end of a sentence. */
function describeRequest(approvalRequest: ApprovalRequest): { about: string; details: JsonObject } {
  switch (approvalRequest.type) {
    case 'skill_enablement': {
      const { slug } = approvalRequest.subject
      return { about: `whether "${slug}" may be enabled`, details: { slug } }
    }
    case 'clarification':
      return { about: 'your question', details: {} }
    case 'observation_change':
      return { about: 'whether you may remember this', details: {} }
    case 'authored_tool': {
      const { name, version } = approvalRequest.subject
      return { about: `whether "${name}" may be run`, details: { name, version } }
    }
    case 'tool_call': {
      const { tool } = approvalRequest.subject
      return { about: `whether you may call ${tool}`, details: { tool } }
    }
    case 'skill_change': {
      const { action, slug } = approvalRequest.subject
      return { about: `whether to ${action} the skill "${slug}"`, details: { slug, action } }
    }
    case 'package_installation': {
      const { slug } = approvalRequest.subject
      return { about: `whether packages may be installed for "${slug}"`, details: { slug } }
    }
    case 'connector_access': {
      const { connector } = approvalRequest.subject
      return { about: `whether you may use the connector "${connector}"`, details: { connector } }
    }
  }
}

/** The messages for a clarification without an answer. */
const unanswered = {
  denied: 'The person chose not to answer your question.',
  expired: 'Nobody answered your question in time.',
  cancelled: 'Your question was withdrawn before anybody answered it.',
} as const

function declined({
  decision,
  note,
  approvalRequest,
}: Pick<AnsweredApproval, 'note' | 'approvalRequest'> & {
  readonly decision: Exclude<ApprovalDecision, 'approved'>
}): Problem {
  const { about, details } = describeRequest(approvalRequest)
  const messages =
    approvalRequest.type === 'clarification'
      ? unanswered
      : {
          denied: `The person was asked ${about}, and said no.`,
          expired: `Nobody answered in time ${about}, so nothing was done.`,
          cancelled: `The question ${about} was withdrawn, so nothing was done.`,
        }
  return {
    code: `approval.${decision}`,
    kind: 'forbidden',
    message: note ? `${messages[decision]} They wrote: ${note}` : messages[decision],
    hint: 'Do not ask again unless the person brings it up; go on without.',
    details: { ...details, note },
  }
}
