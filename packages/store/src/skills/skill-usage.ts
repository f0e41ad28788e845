import type { SkillId, Timestamp } from '@repertoire/core'
import type { Work } from '../database/query.ts'
import { lockTenant } from '../organisation/tenant-lock.ts'

/**
 * Counts and dates the skills a model was given (D9). Neither the version nor the feed moves: it is nobody's
 * change. Ones that are gone do not matter.
 */
export async function noteUse(
  trx: Work,
  ids: readonly SkillId[],
  { now, tenantId }: { readonly now: Timestamp; readonly tenantId: string },
): Promise<void> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return
  // Several rows are taken in no order of ours, which could meet a catalogue write coming the other way.
  if (distinct.length > 1) await lockTenant(trx, tenantId)
  await trx
    .updateTable('skills')
    .set(({ eb }) => ({ use_count: eb('use_count', '+', 1), last_used_at: now }))
    .where('id', 'in', distinct)
    .where('deleted_at', 'is', null)
    .execute()
}
