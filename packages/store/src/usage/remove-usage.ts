import type { ConversationId, UserId } from '@repertoire/core/base'
import { conversationNotFound } from '@repertoire/core/ports'
import { mapConstraintErrors } from '../database/database-errors.ts'
import type { Transaction } from '../database/query.ts'
import { changeDailyUsage } from './daily-usage.ts'
import { toUsageRow } from './usage-rows.ts'

/**
 * Takes a conversation that is about to be deleted out of all sums. From then until its end nobody else can write its
 * numbers. Nothing happens to a conversation of somebody else.
 */
export async function removeUsage(
  trx: Transaction,
  viewer: UserId,
  id: ConversationId,
): Promise<void> {
  const own = await trx
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', viewer)
    .executeTakeFirst()
  if (!own) return
  // Also where there are no numbers yet: a fold that is being written waits for this row, and then finds it taken.
  const folded_to = Number.MAX_SAFE_INTEGER
  const taken = trx
    .insertInto('usage_positions')
    .values({ conversation_id: id, folded_to })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'conversation_id']).doUpdateSet({ folded_to }),
    )
    .execute()
  await mapConstraintErrors(taken, { onMissingParent: () => conversationNotFound(id) })
  const rows = await trx
    .selectFrom('usage_contributions')
    .selectAll()
    .where('conversation_id', '=', id)
    .execute()
  await trx.deleteFrom('usage_contributions').where('conversation_id', '=', id).execute()
  await trx.deleteFrom('usage_pairs').where('conversation_id', '=', id).execute()
  await changeDailyUsage(trx, { before: rows.map(toUsageRow), after: [] })
}
