import type { ApprovalId, ConversationId } from '@repertoire/core/base'
import { approvalAudience, isOfAudience } from '@repertoire/core/domain'
import { approvalRoutes } from '@repertoire/protocol'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { notFound } from '../base/not-found.ts'
import { toApprovalBody, toListedApproval } from '../wire/approval.ts'
import { answerAudited } from './answer-audited.ts'

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
    if (!approval || !isOfAudience(approval, audience))
      throw notFound('approval.not-found', 'There is no such approval.')
    return { body: toApprovalBody(approval) }
  })

  bind(approvalRoutes.answer, async (call) => {
    const { approved, note } = call.body
    const answer = { id: call.params.id as ApprovalId, approved, note }
    const approval = await answerAudited(app, call, answer)
    app.engine.wake()
    return { body: toApprovalBody(approval) }
  })
}
