import type { ConversationUsage } from '@repertoire/core/ports'
import type { Transaction } from '../database/query.ts'

/** Writes what has changed: of a long conversation that is one run. */
export async function putRunTotals(
  trx: Transaction,
  { conversationId, runs = [] }: ConversationUsage,
): Promise<void> {
  if (runs.length === 0) return
  const rows = await trx
    .selectFrom('runs')
    .select(['id', 'steps', 'tokens', 'cost_nanos'])
    .where('conversation_id', '=', conversationId)
    .execute()
  const before = new Map(rows.map((row) => [row.id, row]))
  for (const { runId, steps, tokens, costNanos: cost_nanos } of runs) {
    const row = before.get(runId)
    if (!row) continue
    if (row.steps === steps && row.tokens === tokens && row.cost_nanos === cost_nanos) continue
    await trx
      .updateTable('runs')
      .set({ steps, tokens, cost_nanos })
      .where('conversation_id', '=', conversationId)
      .where('id', '=', runId)
      .execute()
  }
}
