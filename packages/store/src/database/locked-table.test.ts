import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { type Backend, databaseKinds } from '../contract/backends.ts'
import { migrate } from '../migrations/migrate.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'

for (const kind of databaseKinds.filter(({ name }) => name === 'PostgreSQL')) {
  describe.skipIf(kind.skip)(`a table that somebody holds (${kind.name})`, () => {
    /** While `conversations` is locked. Waits for locks end after 300 ms. */
    async function whileLocked(work: (backend: Backend) => Promise<void>): Promise<void> {
      const backend = await kind.create()
      const url = backend.databaseUrl ?? ''
      const holder = new pg.Client({ connectionString: url })
      await holder.connect()
      try {
        await holder.query(
          `alter database ${new URL(url).pathname.slice(1)} set lock_timeout = '300ms'`,
        )
        await holder.query('create table conversations (id text)')
        await holder.query('begin; lock table conversations in access exclusive mode')
        await work(backend)
      } finally {
        await holder.end()
        await backend.destroy()
      }
    }

    test('lets the health connections answer, and ends other queries with a problem to try again', async () => {
      await whileLocked(async ({ databaseUrl = '' }) => {
        const { dialect, healthDialect, connections } = openPostgres(databaseUrl, 2)
        const db = new Kysely<unknown>({ dialect })
        const health = new Kysely<unknown>({ dialect: healthDialect })
        const read = sql`select * from conversations`
        const blocked = Promise.allSettled([1, 2, 3, 4].map(() => read.execute(db)))
        await expect.poll(() => connections().waiting).toBe(2)
        await expect(sql`select 1`.execute(health)).resolves.toBeDefined()
        for (const one of await blocked) {
          expect(one).toMatchObject({
            status: 'rejected',
            reason: { problem: { code: 'store.busy', details: { retry_after_seconds: 5 } } },
          })
        }
        await Promise.all([db.destroy(), health.destroy()])
      })
    })

    test('is not waited for beyond two seconds by what a scraper asks', async () => {
      await whileLocked(async ({ databaseUrl = '' }) => {
        const { healthDialect } = openPostgres(databaseUrl)
        const health = new Kysely<unknown>({ dialect: healthDialect })
        const began = performance.now()
        const slow = sql`select pg_sleep(30)`.execute(health)
        await expect(slow).rejects.toMatchObject({ problem: { code: 'store.slow' } })
        expect(performance.now() - began).toBeLessThan(2_500)
        await expect(sql`select 1`.execute(health)).resolves.toBeDefined()
        await health.destroy()
      })
    })
  })

  describe.skipIf(kind.skip)(`how long queries wait for locks (${kind.name})`, () => {
    test('is limited for work, and for migrations and listeners it is not', async () => {
      const backend = await kind.create()
      const { dialect, newClient } = openPostgres(backend.databaseUrl ?? '')
      const db = new Kysely<unknown>({ dialect })
      const show = sql<{ lock_timeout: string }>`show lock_timeout`
      expect((await show.execute(db)).rows).toEqual([{ lock_timeout: '8s' }])
      const seen: unknown[] = []
      const database = { kind: 'postgres', unscoped: db } as unknown as Database
      const up = async (trx: Kysely<unknown>) => {
        const { rows } = await show.execute(trx)
        seen.push(rows?.[0]?.lock_timeout)
      }
      await migrate(database, 1, [{ name: '0001-look', up }])
      expect(seen.at(-1)).toBe('0')
      expect((await show.execute(db)).rows).toEqual([{ lock_timeout: '8s' }])
      const listener = newClient()
      await listener.connect()
      expect((await listener.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '0' }])
      await Promise.all([listener.end(), db.destroy()])
      await backend.destroy()
    })
  })
}
