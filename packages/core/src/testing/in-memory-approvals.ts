import type { Timestamp } from '../base/ids.ts'
import type { Approval, ApprovalDecision } from '../domain/approval.ts'
import { isOfAudience } from '../domain/approval-audience.ts'
import type { ApprovalStore } from '../ports/approvals.ts'
import { pageLatest } from './in-memory-pages.ts'
import type { InMemoryTenant, Notify } from './in-memory-state.ts'

export function createInMemoryApprovals(tenant: InMemoryTenant, notify: Notify): ApprovalStore {
  return {
    get: async (id) => tenant.approvals.get(id) ?? null,
    list: async (filter, page) => {
      const wanted = [...tenant.approvals.values()].filter(
        (approval) =>
          (filter.status === undefined || approval.status === filter.status) &&
          (filter.conversationId === undefined ||
            approval.conversationId === filter.conversationId) &&
          (filter.audience === undefined || isOfAudience(approval, filter.audience)),
      )
      return pageLatest(wanted, page, (item) => [item.requestedAt, item.id])
    },
    answer: async (id, { decision, by, note, now }) => {
      const pending = tenant.approvals.get(id)
      if (!pending || !isAllowedTransition(pending, decision, now)) return null
      const answered = { ...pending, status: decision, answeredBy: by, answeredAt: now, note }
      tenant.approvals.set(id, answered)
      notify({ kind: 'approvals', tenantId: tenant.id })
      return answered
    },
  }
}

/** An overdue approval can only expire, and none expires earlier. */
function isAllowedTransition(
  approval: Approval,
  decision: ApprovalDecision,
  now: Timestamp,
): boolean {
  if (approval.status !== 'pending') return false
  return approval.expiresAt <= now === (decision === 'expired')
}
