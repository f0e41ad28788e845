import type { ApprovalAudience } from '@repertoire/core/domain'
import { type ApprovalStore, pageOf } from '@repertoire/core/ports'
import type { ExpressionBuilder } from 'kysely'
import { toApproval } from '../conversations/approval-rows.ts'
import { isOfKept } from '../conversations/deleted-conversations.ts'
import type { TenantDatabase } from '../database/database.ts'
import { fetchLatest } from '../database/pages.ts'
import type { Schema } from '../database/schema.ts'

export function createApprovalStore(db: TenantDatabase): ApprovalStore {
  return {
    get: async (id) => {
      const row = await db.read
        .selectFrom('approvals')
        .selectAll()
        .where('id', '=', id)
        .where(isOfKept('approvals'))
        .executeTakeFirst()
      return row ? toApproval(row) : null
    },
    list: async (filter, page) => {
      let query = db.read.selectFrom('approvals').selectAll().where(isOfKept('approvals'))
      if (filter.status !== undefined) query = query.where('status', '=', filter.status)
      if (filter.conversationId !== undefined) {
        query = query.where('conversation_id', '=', filter.conversationId)
      }
      if (filter.audience) query = query.where(isVisibleTo(filter.audience))
      const rows = await fetchLatest(query, page, ['requested_at', 'id'])
      return pageOf(rows.map(toApproval), page.limit, (item) => [item.requestedAt, item.id])
    },
    answer: (id, { decision, by, note, now }) =>
      db.write(async (trx, notify) => {
        const row = await trx
          .updateTable('approvals')
          .set({ status: decision, answered_by: by, answered_at: now, note })
          .where('id', '=', id)
          .where('status', '=', 'pending')
          .where(isOfKept('approvals'))
          .where('expires_at', decision === 'expired' ? '<=' : '>', now)
          .returningAll()
          .executeTakeFirst()
        if (!row) return null
        notify({ kind: 'approvals', tenantId: db.tenantId })
        return toApproval(row)
      }),
  }
}

/** The SQL form of core's `isOfAudience`. */
export function isVisibleTo({ person, administers }: ApprovalAudience) {
  return (eb: ExpressionBuilder<Schema, 'approvals'>) => {
    const own = eb('requested_by', '=', person)
    if (!administers) return own
    const others = [own, eb('type', 'in', ['skill_enablement', 'package_installation'])]
    const { connectors } = administers
    if (connectors.length > 0) others.push(eb('connector', 'in', [...connectors]))
    return eb.or(others)
  }
}
