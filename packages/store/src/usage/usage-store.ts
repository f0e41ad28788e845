import type { ConversationId, RevisionDigest } from '@repertoire/core/base'
import {
  type ConversationUsage,
  conversationNotFound,
  type UsageStore,
} from '@repertoire/core/ports'
import { insertAll } from '../database/bulk-insert.ts'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import type { Transaction } from '../database/query.ts'
import { changeDailyUsage } from './daily-usage.ts'
import { putRunTotals } from './run-totals.ts'
import { usageGroups } from './usage-groups.ts'
import { latestPairs, putPairs } from './usage-pairs.ts'
import { keyColumns, toColumns, toUsageRow } from './usage-rows.ts'

export function createUsageStore(db: TenantDatabase): UsageStore {
  return {
    behind: (request) => behind(db, request),
    put: (usage) =>
      db.write(async (trx) => {
        const { conversationId: id, rows: after } = usage
        if (!(await movePosition(trx, usage))) return false
        const before = await trx
          .selectFrom('usage_contributions')
          .selectAll()
          .where('conversation_id', '=', id)
          .execute()
        await trx.deleteFrom('usage_contributions').where('conversation_id', '=', id).execute()
        const user_id = await ownerOf(trx, usage)
        await insertAll(
          trx,
          'usage_contributions',
          after.map((row) => ({
            ...{ conversation_id: id, user_id },
            ...keyColumns(row),
            ...toColumns(row),
          })),
        )
        await putRunTotals(trx, usage)
        await putPairs(trx, usage, user_id)
        await changeDailyUsage(trx, { before: before.map(toUsageRow), after })
        return true
      }),
    clear: () =>
      db.write(async (trx) => {
        await trx.deleteFrom('usage_positions').execute()
        await trx.deleteFrom('usage_contributions').execute()
        await trx.deleteFrom('usage_pairs').execute()
        await trx.deleteFrom('usage_daily').execute()
        await trx.deleteFrom('usage_daily_skills').execute()
        await trx.deleteFrom('usage_weekly').execute()
        await trx.deleteFrom('usage_weekly_skills').execute()
      }),
    groups: (query, limit) => usageGroups(db, query, limit),
    conversationsWith: (query, limit) => conversationsWith(db, query, limit),
    pairs: (query, limit) => latestPairs(db, query, limit),
  }
}

async function behind(
  db: TenantDatabase,
  { ids, after, limit }: Parameters<UsageStore['behind']>[0],
): ReturnType<UsageStore['behind']> {
  const rows = await db.read
    .selectFrom('conversations')
    .leftJoin('usage_positions', 'usage_positions.conversation_id', 'conversations.id')
    .where('conversations.deleted_at', 'is', null)
    .where((eb) =>
      eb('conversations.head_seq', '>', eb.fn.coalesce('usage_positions.folded_to', eb.lit(0))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('runs')
            .select('runs.id')
            .whereRef('runs.conversation_id', '=', 'conversations.id')
            .where('runs.status', '=', 'running'),
        ),
      ),
    )
    .$if(ids !== undefined, (query) => query.where('conversations.id', 'in', [...(ids ?? [])]))
    .$if(after !== null, (query) => query.where('conversations.id', '>', after ?? ''))
    .select(['conversations.id', 'conversations.user_id', 'conversations.agent_id'])
    .select('conversations.head_seq')
    .orderBy('conversations.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id as Behind['id'],
    userId: row.user_id as Behind['userId'],
    agentId: row.agent_id as Behind['agentId'],
    headSeq: row.head_seq,
  }))
}

async function conversationsWith(
  db: TenantDatabase,
  { digests, person }: Parameters<UsageStore['conversationsWith']>[0],
  limit: number,
): ReturnType<UsageStore['conversationsWith']> {
  if (digests.length === 0) return []
  const rows = await db.read
    .selectFrom('usage_contributions')
    .select(['conversation_id', 'digest'])
    .select((eb) => eb.fn.max<number | string>('day').as('last_day'))
    .where('digest', 'in', digests)
    .where('skill_id', '>', '')
    .where('model_calls', '>', 0)
    .$if(person !== null, (query) => query.where('user_id', '=', person ?? ''))
    .groupBy(['conversation_id', 'digest'])
    .orderBy('last_day', 'desc')
    .orderBy('conversation_id')
    .orderBy('digest')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    conversationId: row.conversation_id as ConversationId,
    digest: row.digest as RevisionDigest,
    lastDay: Number(row.last_day),
  }))
}

type Behind = Awaited<ReturnType<UsageStore['behind']>>[number]

/** False where the numbers are from as far already. Others who write this conversation's numbers wait. */
async function movePosition(
  trx: Transaction,
  { conversationId, foldedTo }: ConversationUsage,
): Promise<boolean> {
  const moving = trx
    .insertInto('usage_positions')
    .values({ conversation_id: conversationId, folded_to: foldedTo })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'conversation_id'])
        .doUpdateSet({ folded_to: foldedTo })
        .where('usage_positions.folded_to', '<', foldedTo),
    )
    .returning('folded_to')
    .executeTakeFirst()
  const onMissingParent = () => conversationNotFound(conversationId)
  return (await mapConstraintErrors(moving, { onMissingParent })) !== undefined
}

async function ownerOf(trx: Transaction, { conversationId: id }: ConversationUsage) {
  const row = await trx
    .selectFrom('conversations')
    .select('user_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw conversationNotFound(id)
  return row.user_id
}
