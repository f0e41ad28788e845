import { tenantNotFound } from '@repertoire/core'
import type { Work } from '../database/query.ts'

/**
 * Makes this transaction the tenant's only one of its kind until it ends. For the catalogue: slugs are
 * decided without races, and the feed's numbers are given out in the order of commits, without gaps.
 * Throws ProblemError `tenant.not-found`.
 */
export async function lockTenant(trx: Work, tenantId: string): Promise<void> {
  const locked = await trx
    .updateTable('tenants')
    .set(({ eb }) => ({ change_seq: eb('change_seq', '+', 0) }))
    .returning('id')
    .executeTakeFirst()
  if (!locked) throw tenantNotFound(tenantId)
}
