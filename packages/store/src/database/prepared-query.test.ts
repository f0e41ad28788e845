import type { TenantId } from '@repertoire/core/base'
import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../migrations/migrate.ts'
import { cachedQuery } from './cached-query.ts'
import { createDatabase, type Database } from './database.ts'
import { createNotificationHub } from './notifications/notification-hub.ts'
import { preparedQuery } from './prepared-query.ts'
import type { Schema } from './schema.ts'
import { createSqliteFile } from './sqlite.ts'

let database: Database

beforeEach(async () => {
  const connection = new Sqlite(':memory:')
  const kysely = new Kysely<Schema>({ dialect: createSqliteFile(connection, ':memory:').dialect })
  database = createDatabase({
    kind: 'sqlite',
    kysely,
    hub: createNotificationHub(),
    origin: 'test',
  })
  await migrate(database, 1)
  for (const id of ['a', 'b']) {
    const tenant = { id, name: `tenant ${id}`, change_seq: 0, created_at: 1 }
    await database.unscoped.insertInto('tenants').values(tenant).execute()
    await database.scope(id as TenantId).write(async (trx) => {
      const member = { id: 'ann', name: `ann of ${id}`, role: 'owner', created_at: 1 }
      await trx.insertInto('members').values(member).execute()
      const other = { id: `only-${id}`, name: id, role: 'viewer', created_at: 2 }
      await trx.insertInto('members').values(other).execute()
    })
  }
})
afterEach(() => database.close())

const memberNames = preparedQuery(['id'], (db, { id }: { readonly id: string }) =>
  db.selectFrom('members').select('members.name').where('members.id', '=', id),
)

function namesIn(tenant: string, id: string) {
  return database.scope(tenant as TenantId).rows(memberNames, { id })
}

test('a prepared query reads only the rows of the calling tenant, on every run', async () => {
  expect(await namesIn('a', 'ann')).toEqual([{ name: 'ann of a' }])
  expect(await namesIn('b', 'ann')).toEqual([{ name: 'ann of b' }])
  expect(await namesIn('a', 'only-b')).toEqual([])
  expect(await namesIn('b', 'only-b')).toEqual([{ name: 'b' }])
  expect(await namesIn('c', 'ann')).toEqual([])
})

test('a value named like the tenant placeholder does not move the query to another tenant', async () => {
  const values = { id: 'only-b', tenantId: 'b' }
  expect(await database.scope('a' as TenantId).rows(memberNames, values)).toEqual([])
})

test('values are bound and never become part of the SQL', async () => {
  expect(await namesIn('a', "ann' or '1'='1")).toEqual([])
})

test('it rejects what the tenant scope rejects, and a missing value', async () => {
  const raw = preparedQuery([], (db) => db.selectFrom('kysely_migration' as never).selectAll())
  await expect(database.scope('a' as TenantId).rows(raw, {})).rejects.toThrow('Not confined')
  const nothing = {} as { id: string }
  await expect(database.scope('a' as TenantId).rows(memberNames, nothing)).rejects.toThrow('"id"')
})

test('a query compiled without a scope does not run as a tenant’s query', async () => {
  const anyName = cachedQuery(memberNames, (row) => row.name)
  expect(await database.unscopedOne(anyName, { id: 'only-b' })).toBe('b')
  expect(await database.scope('a' as TenantId).one(anyName, { id: 'only-b' })).toBeNull()
  expect(await database.unscopedOne(anyName, { id: 'only-b' })).toBe('b')
})
