import type { SkillId, UserId } from '@repertoire/core/base'
import type { ConversationUsage, PairQuery, SkillPairUsage } from '@repertoire/core/ports'
import { insertAll } from '../database/bulk-insert.ts'
import type { TenantDatabase } from '../database/database.ts'
import type { Transaction } from '../database/query.ts'

/** Replaces those of the conversation. */
export async function putPairs(
  trx: Transaction,
  { conversationId, pairs = [] }: ConversationUsage,
  userId: UserId | string,
): Promise<void> {
  await trx.deleteFrom('usage_pairs').where('conversation_id', '=', conversationId).execute()
  await insertAll(
    trx,
    'usage_pairs',
    pairs.map(({ day, skillId, otherId, runsCompleted, runsFailed }) => ({
      ...{ conversation_id: conversationId, user_id: userId, day },
      ...{ skill_id: skillId, other_id: otherId },
      ...{ runs_completed: runsCompleted, runs_failed: runsFailed },
    })),
  )
}

export async function latestPairs(
  db: TenantDatabase,
  { fromDay, toDay, person }: PairQuery,
  limit: number,
): Promise<readonly SkillPairUsage[]> {
  const rows = await db.read
    .selectFrom('usage_pairs')
    .selectAll()
    .where('day', '>=', fromDay)
    .where('day', '<=', toDay)
    .$if(person !== null, (query) => query.where('user_id', '=', person ?? ''))
    .orderBy('day', 'desc')
    .orderBy('conversation_id', 'desc')
    .orderBy('skill_id', 'desc')
    .orderBy('other_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    day: row.day,
    skillId: row.skill_id as SkillId,
    otherId: row.other_id as SkillId,
    runsCompleted: row.runs_completed,
    runsFailed: row.runs_failed,
  }))
}
