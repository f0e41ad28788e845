import { type FiringRecord, firingRetentionMs, hourMs } from '@repertoire/core/domain'
import { firedAlready, triggerStaleState, triggerTooOften } from '@repertoire/core/ports'
import { writeAudit } from '../audit/audit-chain-rows.ts'
import { columnsOf } from '../database/columns-of.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import type { Transaction } from '../database/query.ts'

/**
 * Writes a firing and advances its trigger. The trigger's row is updated first: a concurrent firing waits
 * there, then counts and inserts afterwards.
 */
export async function recordFiring(
  trx: Transaction,
  { firing, auditEntry, planned, maxTurnsPerHour }: FiringRecord,
): Promise<void> {
  const { signalId: id, key, firedAt, outcome } = firing
  const moved = await trx
    .updateTable('signals')
    .set((change) => ({
      next_at: planned ? planned.nextAt : change.ref('next_at'),
      last_fired_at: outcome === 'started' ? firedAt : change.ref('last_fired_at'),
    }))
    .where('id', '=', id)
    .where('enabled', '=', 1)
    .$if(planned !== undefined, (query) => query.where('next_at', '=', planned?.due ?? 0))
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw triggerStaleState(id)
  const existing = await trx
    .selectFrom('signal_firings')
    .select('key')
    .where('signal_id', '=', id)
    .where('key', '=', key)
    .executeTakeFirst()
  if (existing) throw firedAlready(id, key)
  if (maxTurnsPerHour !== undefined) await checkRate(trx, firing, maxTurnsPerHour)
  await mapConstraintErrors(trx.insertInto('signal_firings').values(columnsOf(firing)).execute(), {
    onDuplicate: () => firedAlready(id, key),
  })
  if (auditEntry) await writeAudit(trx, [auditEntry])
  await trx
    .deleteFrom('signal_firings')
    .where('signal_id', '=', id)
    .where('fired_at', '<', firedAt - firingRetentionMs)
    .execute()
}

async function checkRate(
  trx: Transaction,
  { signalId, firedAt }: FiringRecord['firing'],
  maxTurnsPerHour: number,
): Promise<void> {
  const { recentCount } = await trx
    .selectFrom('signal_firings')
    .select((pick) => pick.fn.countAll<number | string>().as('recentCount'))
    .where('signal_id', '=', signalId)
    .where('outcome', '=', 'started')
    .where('fired_at', '>', firedAt - hourMs)
    .executeTakeFirstOrThrow()
  if (Number(recentCount) >= maxTurnsPerHour) throw triggerTooOften(signalId, maxTurnsPerHour)
}
