import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** One row for each source, under exactly the column names of document A; without its token. */
export const skillSources: Migration = {
  name: '0011-skill-sources',
  up: async (db: Kysely<unknown>, { json }: ColumnTypes) => {
    const kind = json.text(sql`config`, 'kind')
    const config = (...fields: readonly (readonly [name: string, key: string])[]) =>
      configOf(json, fields)
    const repository = [
      ['ref', 'ref'],
      ['path', 'path'],
    ] as const
    await sql`
      create view skill_sources as
      select
        id, tenant_id as organization_id, name, ${kind} as source_type,
        case
          when ${kind} = 'github' then ${config(['repo', 'repo'], ...repository)}
          when ${kind} = 'git' then ${config(['url', 'url'], ...repository)}
          when ${kind} in ('marketplace', 'clawhub')
            then ${config(['base_url', 'baseUrl'], ['skills', 'skills'])}
          else ${config(['url', 'url'])}
        end as config,
        enabled,
        cast(${json.text(sql`sync`, 'lastSyncAt')} as bigint) as last_sync_at,
        ${json.text(sql`sync`, 'status')} as last_sync_status,
        ${json.text(json.value(sql`sync`, 'error'), 'message')} as last_sync_error
      from sources
    `.execute(db)
  },
}

/** The fields of an address under their names on the wire, and how the source is synced. */
function configOf(
  json: ColumnTypes['json'],
  fields: readonly (readonly [name: string, key: string])[],
): RawBuilder<unknown> {
  return json.object({
    ...Object.fromEntries(fields.map(([name, key]) => [name, json.value(sql`config`, key)])),
    sync_policy: sql`sync_policy`,
    sync_interval_minutes: sql`sync_interval_minutes`,
  })
}
