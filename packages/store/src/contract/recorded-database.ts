import { join } from 'node:path'
import type { TenantId } from '@repertoire/core/base'
import { type CompiledQuery, Kysely } from 'kysely'
import { createDatabase, type TenantDatabase } from '../database/database.ts'
import { createNotificationHub } from '../database/notifications/notification-hub.ts'
import { openPostgres } from '../database/postgres.ts'
import type { Schema } from '../database/schema.ts'
import { openSqlite } from '../database/sqlite.ts'
import { databaseFile } from '../open-store.ts'
import type { StoreFixture } from './store-fixture.ts'

export interface RecordedDatabase {
  readonly db: Kysely<Schema>
  readonly kind: 'sqlite' | 'postgres'
  readonly tenant: TenantDatabase
  readonly queries: CompiledQuery[]
}

/** The database of the fixture, with a record of its queries. */
export function openRecorded({ backend }: StoreFixture, tenantId: TenantId): RecordedDatabase {
  const kind = backend.databaseUrl ? 'postgres' : 'sqlite'
  const { dialect } = backend.databaseUrl
    ? openPostgres(backend.databaseUrl)
    : openSqlite(join(backend.dataDir ?? '', databaseFile))
  const queries: CompiledQuery[] = []
  const db = new Kysely<Schema>({ dialect, log: ({ query }) => void queries.push(query) })
  const hub = createNotificationHub()
  const tenant = createDatabase({ kind, kysely: db, hub, origin: 'plans' }).scope(tenantId)
  return { db, kind, tenant, queries }
}
