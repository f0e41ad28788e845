import { isProblemError } from '@repertoire/core/base'
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseKinds } from '../contract/backends.ts'
import { checkedContent } from '../contract/checked-content.ts'
import { inspect } from '../contract/inspect.ts'
import { forEveryStore } from '../contract/store-fixture.ts'
import { openPostgres } from './postgres.ts'

const codeOf = (error: unknown) => (isProblemError(error) ? error.problem.code : String(error))

function signal(): { readonly given: Promise<void>; give(): void } {
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

forEveryStore(
  'broken connections',
  (fixture) => {
    /** Terminates every other session of this database. */
    const breakAll = () =>
      inspect(fixture.backend, (db) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(db),
      )

    test('are replaced, and listeners are notified that anything may have changed', async () => {
      const { skills, tenantId } = await fixture.tenant()
      const other = await fixture.openAnother()
      const woken = signal()
      const notified = signal()
      const stop = other.watch((notice) => {
        if (notice.kind === 'skills') woken.give()
        if (notice.kind === 'anything') notified.give()
      })
      const writeUntil = async (promise: Promise<void>, prefix: string): Promise<void> => {
        let done = false
        void promise.then(() => {
          done = true
        })
        for (let count = 0; !done; count++) {
          await skills.save([checkedContent(`${prefix}-${count}`)], 'create')
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
      await writeUntil(woken.given, 'first')
      await breakAll()
      await notified.given
      expect(await fixture.store.tenant(tenantId).skills.lastChangeSeq()).toBeGreaterThan(0)
      stop()
    })

    test('queries that lose their connection report it without ending the process, and soon the next one works', async () => {
      const ping = () => fixture.store.ping()
      await Promise.all(Array.from({ length: 20 }, ping))
      const [broken] = await Promise.all([
        Promise.allSettled(Array.from({ length: 200 }, ping)),
        breakAll(),
      ])
      // Each idle connection that broke unnoticed may reject one more query.
      const after: PromiseSettledResult<void>[] = []
      for (let attempt = 0; attempt < 20; attempt++) {
        const [result] = await Promise.allSettled([ping()])
        if (result) after.push(result)
      }
      expect(after.at(-1)?.status).toBe('fulfilled')
      for (const result of [...broken, ...after]) {
        if (result.status === 'fulfilled') continue
        expect(result.reason.problem.code).toBe('store.unavailable')
      }
    })

    test('are counted: more queries than connections wait, and afterwards all are idle', async () => {
      // None of its connections was broken before.
      const { connections, directory } = await fixture.openAnother()
      const queries = Array.from({ length: 30 }, () => directory.tenants())
      await new Promise((resolve) => setImmediate(resolve))
      const busy = connections?.()
      expect(busy?.waiting).toBeGreaterThan(0)
      await Promise.all(queries)
      expect(connections?.()).toMatchObject({ inUse: 0, waiting: 0 })
      expect(connections?.().idle).toBeGreaterThan(0)
    })

    test('in a transaction are reported as such, by every later query of it and by its rollback', async () => {
      const { dialect } = openPostgres(fixture.backend.databaseUrl ?? '')
      const db = new Kysely<unknown>({ dialect })
      const codes: unknown[] = []
      const work = db.transaction().execute(async (trx) => {
        const end = sql`select pg_terminate_backend(pg_backend_pid())`
        for (let attempt = 0; attempt < 4; attempt++) {
          const [result] = await Promise.allSettled([end.execute(trx)])
          codes.push(result.status === 'rejected' && codeOf(result.reason))
        }
        await end.execute(trx)
      })
      await expect(work).rejects.toMatchObject({ problem: { code: 'store.unavailable' } })
      expect(codes).toEqual(Array.from({ length: 4 }, () => 'store.unavailable'))
      await expect(sql`select 1`.execute(db)).resolves.toBeDefined()
      await db.destroy()
    })
  },
  databaseKinds.filter((kind) => kind.name === 'PostgreSQL'),
)
