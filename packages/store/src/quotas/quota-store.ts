import { quotaNames } from '@repertoire/core/domain'
import type { QuotaStore } from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import { usageOf } from './quota-usage.ts'

export function createQuotaStore(db: TenantDatabase): QuotaStore {
  return {
    limits: async () => db.quotas,
    usage: (person, now) =>
      Promise.all(
        quotaNames.map(async (quota) => ({
          quota,
          organisation: await usageOf(db.read, { quota, person: null, now }),
          person: await usageOf(db.read, { quota, person, now }),
        })),
      ),
  }
}
