import {
  defaultSettings,
  type OrganisationSettings,
  type SettingsStore,
  settingsStale,
} from '@repertoire/core'
import type { TenantDatabase } from '../database/database.ts'
import { fromJson, toJson } from '../database/json.ts'
import type { QueryExecutor } from '../database/query.ts'
import { lockTenant } from '../database/tenant-lock.ts'

export function createSettingsStore(db: TenantDatabase): SettingsStore {
  return {
    get: () => readSettings(db.read),
    put: (settings, expectedVersion) =>
      db.write(async (trx) => {
        await lockTenant(trx, db.tenantId)
        const { version: current } = await readSettings(trx)
        if (expectedVersion !== undefined && expectedVersion !== current) {
          throw settingsStale(expectedVersion, current)
        }
        const row = { settings: toJson(settings), version: current + 1 }
        await trx
          .insertInto('settings')
          .values(row)
          .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
          .execute()
        return row.version
      }),
  }
}

/** A setting added by a later release has its default until the settings are saved. */
async function readSettings(
  db: QueryExecutor,
): Promise<{ readonly settings: OrganisationSettings; readonly version: number }> {
  const row = await db.selectFrom('settings').selectAll().executeTakeFirst()
  if (!row) return { settings: defaultSettings, version: 0 }
  const stored = fromJson<Partial<OrganisationSettings>>(row.settings)
  return { settings: { ...defaultSettings, ...stored }, version: row.version }
}
