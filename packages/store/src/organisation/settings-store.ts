import { defaultSettings, type OrganisationSettings } from '@repertoire/core/domain'
import { type SettingsStore, settingsStale } from '@repertoire/core/ports'
import { cachedQuery } from '../database/cached-query.ts'
import type { TenantDatabase } from '../database/database.ts'
import { fromJson, toJson } from '../database/json.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import { lockTenant } from '../database/tenant-lock.ts'

export function createSettingsStore(db: TenantDatabase): SettingsStore {
  return {
    get: async () => (await db.one(storedSettings, {})) ?? notSaved,
    put: (settings, expectedVersion) =>
      db.write(async (trx) => {
        await lockTenant(trx, db.tenantId)
        const found = await trx.selectFrom('settings').select('version').executeTakeFirst()
        const current = found?.version ?? notSaved.version
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

interface VersionedSettings {
  readonly settings: OrganisationSettings
  readonly version: number
}

const notSaved: VersionedSettings = { settings: defaultSettings, version: 0 }

/** Read with each search and each turn. */
const storedSettings = cachedQuery(
  preparedQuery([], (db) => db.selectFrom('settings').select(['settings', 'version'])),
  toSettings,
)

/** A setting added by a later release has its default until the settings are saved. */
function toSettings(row: {
  readonly settings: string
  readonly version: number
}): VersionedSettings {
  const stored = fromJson<Partial<OrganisationSettings>>(row.settings)
  return { settings: { ...defaultSettings, ...stored }, version: row.version }
}
