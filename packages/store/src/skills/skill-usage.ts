import type { SkillId, Timestamp } from '@repertoire/core/base'
import type { Transaction } from '../database/query.ts'
import { lockTenant } from '../database/tenant-lock.ts'

/**
 * Counts the uses of skills and records the time. It changes neither version nor change feed, because
 * nobody edited the skill. Deleted skills are skipped.
 */
export async function recordSkillUse(
  trx: Transaction,
  ids: readonly SkillId[],
  { now, tenantId }: { readonly now: Timestamp; readonly tenantId: string },
): Promise<void> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return
  // Several rows lock in an unspecified order, which could deadlock with a catalogue write.
  if (distinct.length > 1) await lockTenant(trx, tenantId)
  await trx
    .updateTable('skills')
    .set(({ eb }) => ({ use_count: eb('use_count', '+', 1), last_used_at: now }))
    .where('id', 'in', distinct)
    .where('deleted_at', 'is', null)
    .execute()
}
