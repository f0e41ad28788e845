import type { Timestamp, UserId } from '@repertoire/core/base'
import { checkQuota, dayOf, limitedScopes, type QuotaRequest } from '@repertoire/core/domain'
import type { TenantDatabase } from '../database/database.ts'
import type { Transaction } from '../database/query.ts'
import { lockTenant } from '../database/tenant-lock.ts'
import { usageOf } from './quota-usage.ts'

export type LimitedDatabase = Pick<TenantDatabase, 'tenantId' | 'quotas'>

/** Counts of days before these are removed. */
const keptDays = 31

/**
 * Throws ProblemError `quota.exceeded`. Call it before the write it guards, in the same transaction: the tenant's
 * lock makes others that add to the same quota wait. Costs nothing where there is no limit.
 */
export async function enforceQuota(
  trx: Transaction,
  db: LimitedDatabase,
  request: QuotaRequest,
): Promise<void> {
  const scopes = limitedScopes(db.quotas, request)
  if (scopes.length === 0) return
  await lockTenant(trx, db.tenantId)
  const { quota, now } = request
  for (const scope of scopes) {
    const person = scope === 'person' ? request.person : null
    const used = await usageOf(trx, { quota, person, now })
    checkQuota(db.quotas, request, { scope, used })
  }
}

/** Counts a run that begins today. Deleting its conversation does not take it back. */
export async function countRun(
  trx: Transaction,
  db: LimitedDatabase,
  { person, now }: { readonly person: UserId; readonly now: Timestamp },
): Promise<void> {
  await enforceQuota(trx, db, { quota: 'runs_per_day', person, adding: 1, now })
  const day = dayOf(now)
  const counted = await trx
    .insertInto('daily_runs')
    .values({ user_id: person, day, runs: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id', 'day'])
        .doUpdateSet((eb) => ({ runs: eb('daily_runs.runs', '+', 1) })),
    )
    .returning('runs')
    .executeTakeFirst()
  if (counted?.runs !== 1) return
  await trx
    .deleteFrom('daily_runs')
    .where('user_id', '=', person)
    .where('day', '<', day - keptDays)
    .execute()
}
