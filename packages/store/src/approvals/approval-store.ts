import { type ApprovalStore, pageOf } from '@repertoire/core'
import type { TenantDatabase } from '../database/database.ts'
import { behind, startOf } from '../database/pages.ts'
import { toApproval } from './approval-rows.ts'

export function createApprovalStore(db: TenantDatabase): ApprovalStore {
  return {
    get: async (id) => {
      const row = await db.read
        .selectFrom('approvals')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? toApproval(row) : null
    },
    list: async (filter, page) => {
      const key = startOf(page, ['number', 'string'])
      let query = db.read.selectFrom('approvals').selectAll()
      if (filter.status !== undefined) query = query.where('status', '=', filter.status)
      if (filter.conversationId !== undefined) {
        query = query.where('conversation_id', '=', filter.conversationId)
      }
      if (filter.requestedBy !== undefined) {
        query = query.where('requested_by', '=', filter.requestedBy)
      }
      if (key) query = query.where(behind(['requested_at', 'id'], key, '<'))
      const rows = await query
        .orderBy('requested_at', 'desc')
        .orderBy('id', 'desc')
        .limit(page.limit + 1)
        .execute()
      return pageOf(rows.map(toApproval), page.limit, (item) => [item.requestedAt, item.id])
    },
    answer: (id, { decision, by, note, now }) =>
      db.write(async (trx, announce) => {
        const row = await trx
          .updateTable('approvals')
          .set({ status: decision, answered_by: by, answered_at: now, note })
          .where('id', '=', id)
          .where('status', '=', 'pending')
          .where('expires_at', decision === 'expired' ? '<=' : '>', now)
          .returningAll()
          .executeTakeFirst()
        if (!row) return null
        announce({ kind: 'approvals', tenantId: db.tenantId })
        return toApproval(row)
      }),
  }
}
