import {
  type FiringRecord,
  firedAlready,
  firingRetentionMs,
  hourMs,
  triggerStaleState,
  triggerTooOften,
} from '@repertoire/core'
import { explaining } from '../database/failure.ts'
import type { Work } from '../database/query.ts'
import { writeAudit } from '../organisation/audit-store.ts'
import { firingRow } from './trigger-rows.ts'

/**
 * Writes a firing and moves its signal on. The signal's own row is changed first: whoever else fires it waits there,
 * and then counts and inserts after us.
 */
export async function recordFiring(
  trx: Work,
  { firing, auditEntry, planned, mostPerHour }: FiringRecord,
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
  const taken = await trx
    .selectFrom('signal_firings')
    .select('key')
    .where('signal_id', '=', id)
    .where('key', '=', key)
    .executeTakeFirst()
  if (taken) throw firedAlready(id, key)
  if (mostPerHour !== undefined) await checkRate(trx, firing, mostPerHour)
  await explaining(trx.insertInto('signal_firings').values(firingRow(firing)).execute(), {
    taken: () => firedAlready(id, key),
  })
  if (auditEntry) await writeAudit(trx, [auditEntry])
  await trx
    .deleteFrom('signal_firings')
    .where('signal_id', '=', id)
    .where('fired_at', '<', firedAt - firingRetentionMs)
    .execute()
}

async function checkRate(
  trx: Work,
  { signalId, firedAt }: FiringRecord['firing'],
  mostPerHour: number,
): Promise<void> {
  const { lately } = await trx
    .selectFrom('signal_firings')
    .select((pick) => pick.fn.countAll<number | string>().as('lately'))
    .where('signal_id', '=', signalId)
    .where('outcome', '=', 'started')
    .where('fired_at', '>', firedAt - hourMs)
    .executeTakeFirstOrThrow()
  if (Number(lately) >= mostPerHour) throw triggerTooOften(signalId, mostPerHour)
}
