import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { TenantId } from '@repertoire/core/base'
import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../migrations/migrate.ts'
import { CachedQueries, cachedQuery } from './cached-query.ts'
import { cachedTables, writesCachedTable } from './cached-tables.ts'
import { createDatabase, type Database } from './database.ts'
import { createNotificationHub } from './notifications/notification-hub.ts'
import { type PreparedQueries, preparedQuery } from './prepared-query.ts'
import { ReadCache } from './read-cache.ts'
import type { Schema } from './schema.ts'
import { createSqliteFile } from './sqlite.ts'

let folder: string
let connection: Sqlite.Database
let database: Database
const tenantId = 'a' as TenantId

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repertoire-cache-'))
  const file = join(folder, 'a.db')
  connection = new Sqlite(file)
  const { dialect, cacheVersion } = createSqliteFile(connection, file)
  const kysely = new Kysely<Schema>({ dialect })
  const hub = createNotificationHub()
  database = createDatabase({ kind: 'sqlite', kysely, hub, origin: 'test', cacheVersion })
  await migrate(database, 1)
  for (const id of ['a', 'b']) {
    const tenant = { id, name: id, change_seq: 0, created_at: 1 }
    await database.unscoped.insertInto('tenants').values(tenant).execute()
  }
  await database.scope(tenantId).write(async (trx) => {
    const member = { id: 'ann', name: 'Ann', role: 'owner', created_at: 1 }
    await trx.insertInto('members').values(member).execute()
  })
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const memberById = cachedQuery(
  preparedQuery(['id'], (db, { id }: { readonly id: string }) =>
    db.selectFrom('members').selectAll().where('id', '=', id),
  ),
  (row) => ({ name: row.name }),
)
const read = (id = 'ann', tenant = 'a') =>
  database.scope(tenant as TenantId).one(memberById, { id })

const rename = (name: string) =>
  database.scope(tenantId).write(async (trx) => {
    await trx.updateTable('members').set({ name }).where('id', '=', 'ann').execute()
  })

describe('a cached read', () => {
  test('returns the same value while nothing changes', async () => {
    const first = await read()
    await setImmediate()
    expect(await read()).toBe(first)
  })

  test('is confined to its tenant, whatever the parameters are', async () => {
    await read()
    expect(await read('ann', 'b')).toBeNull()
    const values = { id: 'ann', tenantId: 'a' }
    expect(await database.scope('b' as TenantId).one(memberById, values)).toBeNull()
  })

  test('sees a commit of its own connection in the same task', async () => {
    await read()
    await rename('Anna')
    expect(await read()).toEqual({ name: 'Anna' })
  })

  test('sees a commit of another process in the next task', async () => {
    await read()
    const other = new Sqlite(connection.name)
    other.exec(`update members set name = 'Other' where id = 'ann'`)
    other.close()
    await setImmediate()
    expect(await read()).toEqual({ name: 'Other' })
  })

  test('sees neither rolled-back nor uncommitted writes', async () => {
    const first = await read()
    const failed = database.scope(tenantId).write(async (trx) => {
      await trx.updateTable('members').set({ name: 'Never' }).execute()
      expect(await read()).toBe(first)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await read()).toEqual({ name: 'Ann' })
  })

  test('stays cached after a commit to unrelated tables', async () => {
    const first = await read()
    await database.scope(tenantId).write(async (trx) => {
      const blob = { sha256: 'x', condemned_at: 1 }
      await trx.insertInto('condemned_blobs').values(blob).execute()
    })
    await setImmediate()
    expect(await read()).toBe(first)
  })

  test('of many rows queries only the uncached ones', async () => {
    await read()
    const requested: string[] = []
    const given = [{ id: 'ann' }, { id: 'absent' }]
    const values = await database.scope(tenantId).many(memberById, given, async (missing) => {
      requested.push(...missing.map(({ id }) => id))
      return []
    })
    expect(requested).toEqual(['absent'])
    expect(values).toEqual([{ name: 'Ann' }])
  })

  test('of a table outside the cached ones is rejected', async () => {
    const blobs = cachedQuery(
      preparedQuery([], (db) => db.selectFrom('condemned_blobs').selectAll()),
      (row) => row,
    )
    await expect(database.scope(tenantId).one(blobs, {})).rejects.toThrow('condemned_blobs')
  })
})

describe('an absent row', () => {
  const settings = cachedQuery(
    preparedQuery([], (db) => db.selectFrom('settings').select('version')),
    ({ version }) => version,
  )

  test('is asked for once where nothing but the tenant is asked, until something changes', async () => {
    let [version, asked] = [1, 0]
    const stored: { version: number }[] = []
    const rows = async () => {
      asked += 1
      return [...stored]
    }
    const cache = new ReadCache(() => version)
    const queries = new CachedQueries({ rows } as unknown as PreparedQueries, cache, { tenantId })
    expect([await queries.one(settings, {}), await queries.one(settings, {})]).toEqual([null, null])
    expect(asked).toBe(1)
    stored.push({ version: 7 })
    version += 1
    expect(await queries.one(settings, {})).toBe(7)
    expect(asked).toBe(2)
  })

  test('of a name is asked for each time, so that names nobody has take no memory', async () => {
    let asked = 0
    const rows = async () => {
      asked += 1
      return []
    }
    const cache = new ReadCache(() => 1)
    const queries = new CachedQueries({ rows } as unknown as PreparedQueries, cache, { tenantId })
    for (const id of ['x', 'x', 'y']) expect(await queries.one(memberById, { id })).toBeNull()
    expect([asked, cache.weight]).toEqual([3, 0])
  })
})

describe('the cached tables', () => {
  test('include the parents of every cached table', () => {
    for (const table of cachedTables) {
      const parents = connection.pragma(`foreign_key_list(${table})`) as { table: string }[]
      for (const parent of parents)
        expect([table, cachedTables.has(parent.table)]).toEqual([table, true])
    }
  })

  test.each([
    [`insert into "skills" ("id") values (?)`, true],
    [`update "api_keys" set "name" = ?`, true],
    [`delete from "members" where "id" = ?`, true],
    [`insert into "conversation_events" ("id") values (?)`, false],
    [`select * from "skills"`, false],
    ['begin immediate', false],
    ['commit', false],
    ['alter table skills add column x', true],
    ['with x as (select 1) delete from skills', true],
  ])('%s writes a cached table: %s', (sql, expected) => {
    expect(writesCachedTable(sql)).toBe(expected)
  })
})

describe('the cache', () => {
  test('stays below its maximum weight, and evicts the oldest unused entry', () => {
    const cache = new ReadCache(() => 1, 100)
    const version = cache.refresh()
    for (const key of ['x', 'y', 'z']) cache.set(key, { value: key, weight: 30 }, version)
    expect(cache.get('x')).toBe('x')
    cache.set('w', { value: 'w', weight: 40 }, version)
    expect(['w', 'x', 'y', 'z'].filter((key) => cache.get(key) !== undefined)).toEqual([
      'w',
      'x',
      'z',
    ])
    expect(cache.weight).toBeLessThanOrEqual(100)
  })

  test('does not store a row read before the version changed', () => {
    let version = 1
    const cache = new ReadCache(() => version)
    const before = cache.refresh()
    version = 2
    cache.refresh()
    cache.set('x', { value: 'old', weight: 1 }, before)
    expect(cache.get('x')).toBeUndefined()
  })

  test('stores nothing while the version is unknown', () => {
    const cache = new ReadCache(() => Number.NaN)
    cache.set('x', { value: 'x', weight: 1 }, cache.refresh())
    cache.refresh()
    expect(cache.get('x')).toBeUndefined()
  })
})
