import {
  type ApprovalId,
  type ApprovalRequest,
  answerApproval,
  approvalAudience,
  type ConversationId,
  isOfAudience,
  type JsonObject,
  ProblemError,
} from '@repertoire/core'
import { approvalRoutes } from '@repertoire/protocol'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { toApprovalBody, toListedApproval } from '../wire/approval.ts'

/** Approval requests. Core's `approvalAudience` decides who sees which. */
export function bindApprovals(bind: BindRoute, app: Application): void {
  bind(approvalRoutes.list, async ({ query, caller }) => {
    const { approvals, settings } = catalogOf(app, caller).store
    const filter = {
      status: query.status,
      conversationId: query.conversation_id as ConversationId | undefined,
      audience: approvalAudience(caller.principal, (await settings.get()).settings),
    }
    const { cursor, limit } = query
    const page = await approvals.list(filter, { cursor, limit })
    return { body: { items: page.items.map(toListedApproval), next_cursor: page.nextCursor } }
  })

  bind(approvalRoutes.get, async ({ params, caller }) => {
    const { approvals, settings } = catalogOf(app, caller).store
    const approval = await approvals.get(params.id as ApprovalId)
    const audience = approvalAudience(caller.principal, (await settings.get()).settings)
    if (!approval || !isOfAudience(approval, audience)) throw notFound()
    return { body: toApprovalBody(approval) }
  })

  bind(approvalRoutes.answer, async (call) => {
    const { params, body, caller } = call
    const { store } = catalogOf(app, caller)
    const { approved, note } = body
    const answer = { id: params.id as ApprovalId, approved, note, now: app.clock.now() }
    const approval = await answerApproval(store, caller.principal, answer)
    await recordAudit(app, call, {
      action: 'approval-answered',
      target: approval.id,
      details: {
        decision: approval.status,
        type: approval.type,
        ...auditedSubject(approval),
        run_trace_id: approval.traceId,
        requested_by: approval.requestedBy,
      },
    })
    app.engine.wake()
    return { body: toApprovalBody(approval) }
  })
}

/** The subject of the decision. Notes of people and agents are not kept in the audit log. */
function auditedSubject({ type, subject }: ApprovalRequest): JsonObject {
  switch (type) {
    case 'skill_enablement':
      return { slug: subject.slug, digest: subject.digest }
    case 'connector_access':
      return { connector: subject.connector, digest: subject.digest }
    case 'authored_tool': {
      const { toolId: tool_id, name, version, digest } = subject
      return { tool_id, name, version, digest }
    }
    case 'skill_change': {
      const { action, slug, digest, baseDigest: base_digest } = subject
      return { action, slug, digest, base_digest }
    }
    case 'observation_change':
      return { agent_id: subject.agentId, version: subject.version }
    case 'tool_call': {
      const { tool, tier, argumentsDigest: arguments_digest, identity } = subject
      return { tool, tier, arguments_digest, identity }
    }
    case 'package_installation':
      return { slug: subject.slug, digests: subject.lists.map(({ digest }) => digest) }
    case 'clarification':
      return {}
  }
}

function notFound(): ProblemError {
  return new ProblemError({
    code: 'approval.not-found',
    kind: 'not-found',
    message: 'There is no such approval.',
  })
}
