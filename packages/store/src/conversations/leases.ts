import type { ConversationId, Timestamp } from '@repertoire/core/base'
import type { ConversationStore } from '@repertoire/core/ports'
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import { changesRow } from '../database/changes-row.ts'
import type { TenantDatabase } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { isOfKept } from './deleted-conversations.ts'

/** Running without a valid lease, or waiting with every approval answered. */
export function claimCondition(now: Timestamp) {
  return (eb: ExpressionBuilder<Schema, 'runs'>): ExpressionWrapper<Schema, 'runs', SqlBool> => {
    const runApprovals = eb
      .selectFrom('approvals')
      .select('approvals.id')
      .whereRef('approvals.tenant_id', '=', 'runs.tenant_id')
      .whereRef('approvals.run_id', '=', 'runs.id')
    const leaseExpired = eb.or([
      eb('runs.lease_expires_at', 'is', null),
      eb('runs.lease_expires_at', '<=', now),
    ])
    const claimable = eb.or([
      eb.and([eb('runs.status', '=', 'running'), leaseExpired]),
      eb.and([
        eb('runs.status', '=', 'waiting'),
        eb.exists(runApprovals),
        eb.not(eb.exists(runApprovals.where('approvals.status', '=', 'pending'))),
      ]),
    ])
    return eb.and([claimable, isOfKept('runs')(eb)])
  }
}

type LeaseMethods = Pick<ConversationStore, 'claimRun' | 'renewLease' | 'releaseLease'>

export function createLeases(db: TenantDatabase): LeaseMethods {
  return {
    claimRun: (id, { owner, now, expiresAt }) =>
      db.write(async (trx, notify) => {
        const claimed = await trx
          .updateTable('runs')
          .set({ status: 'running', lease_owner: owner, lease_expires_at: expiresAt })
          .where('id', '=', id)
          .where(claimCondition(now))
          .returning('conversation_id')
          .executeTakeFirst()
        if (!claimed) return false
        const conversationId = claimed.conversation_id as ConversationId
        notify({ kind: 'conversation', tenantId: db.tenantId, conversationId })
        return true
      }),
    renewLease: (id, { owner, expiresAt }) =>
      changesRow(db, (trx) =>
        trx
          .updateTable('runs')
          .set({ lease_expires_at: expiresAt })
          .where('id', '=', id)
          .where('status', '=', 'running')
          .where('lease_owner', '=', owner)
          .returning('id'),
      ),
    releaseLease: (id, owner) =>
      db.write(async (trx) => {
        await trx
          .updateTable('runs')
          .set({ lease_owner: null, lease_expires_at: null })
          .where('id', '=', id)
          .where('lease_owner', '=', owner)
          .execute()
      }),
  }
}
