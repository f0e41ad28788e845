import type { Timestamp, UserId } from '../base/ids.ts'
import type { QuotaLimits, QuotaName } from '../domain/quotas.ts'

/** What of a quota is in use. */
export interface QuotaUsage {
  readonly quota: QuotaName
  readonly organisation: number
  readonly person: number
}

/**
 * The operator's limits of the organisation. Every write that adds something checks them in its own transaction,
 * under the tenant's lock, so that concurrent writes together do not exceed them either.
 */
export interface QuotaStore {
  limits(): Promise<QuotaLimits>
  usage(person: UserId, now: Timestamp): Promise<readonly QuotaUsage[]>
}
