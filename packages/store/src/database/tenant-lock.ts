import { tenantNotFound } from '@repertoire/core/ports'
import type { Transaction } from './query.ts'

/**
 * Locks the tenant until the transaction ends. Under this lock slugs are assigned without races, and the change
 * feed's numbers follow the order of commits without gaps. Throws ProblemError `tenant.not-found`.
 */
export async function lockTenant(trx: Transaction, tenantId: string): Promise<void> {
  const locked = await trx
    .updateTable('tenants')
    .set(({ eb }) => ({ change_seq: eb('change_seq', '+', 0) }))
    .returning('id')
    .executeTakeFirst()
  if (!locked) throw tenantNotFound(tenantId)
}
