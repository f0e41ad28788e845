import {
  type ApprovalId,
  answerApproval,
  type ConversationId,
  canAnswerApproval,
  ProblemError,
} from '@repertoire/core'
import { approvalRoutes } from '@repertoire/protocol'
import { type Application, catalogOf } from '../application.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { BindRoute } from './bind-route.ts'
import { toApprovalBody } from './wire/approval.ts'

/** Questions to people (A7). Members see those of their own runs; owners and admins all. */
export function bindApprovals(bind: BindRoute, app: Application): void {
  bind(approvalRoutes.list, async ({ query, caller }) => {
    const { approvals } = catalogOf(app, caller).store
    const { role, userId } = caller.principal
    const filter = {
      status: query.status,
      conversationId: query.conversation_id as ConversationId | undefined,
      ...(role === 'member' ? { requestedBy: userId } : {}),
    }
    const { cursor, limit } = query
    const page = await approvals.list(filter, { cursor, limit })
    return { body: { items: page.items.map(toApprovalBody), next_cursor: page.nextCursor } }
  })

  bind(approvalRoutes.get, async ({ params, caller }) => {
    const { approvals } = catalogOf(app, caller).store
    const approval = await approvals.get(params.id as ApprovalId)
    if (!approval || canAnswerApproval(caller.principal, approval)) throw notFound()
    return { body: toApprovalBody(approval) }
  })

  bind(approvalRoutes.answer, async (call) => {
    const { params, body, caller } = call
    const { approvals } = catalogOf(app, caller).store
    const { approved, note } = body
    const answer = { id: params.id as ApprovalId, approved, note, now: app.clock.now() }
    const approval = await answerApproval(approvals, caller.principal, answer)
    await recordAudit(app, call, {
      action: 'approval-answered',
      target: approval.id,
      details: {
        decision: approval.status,
        slug: approval.subject.slug,
        digest: approval.subject.digest,
        run_trace_id: approval.traceId,
      },
    })
    app.engine.wake()
    return { body: toApprovalBody(approval) }
  })
}

function notFound(): ProblemError {
  return new ProblemError({
    code: 'approval.not-found',
    kind: 'not-found',
    message: 'There is no such approval.',
  })
}
