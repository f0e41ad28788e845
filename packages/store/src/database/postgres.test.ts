import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { arrival } from '../contract/arrivals.ts'
import { durableKinds } from '../contract/backends.ts'
import { inspect } from '../contract/inspect.ts'
import { forEveryStore } from '../contract/world.ts'

function signal(): { readonly given: Promise<void>; give(): void } {
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

forEveryStore(
  'connections that break',
  (world) => {
    /** Ends every other session of this database. */
    const breakAll = () =>
      inspect(world.backend, (db) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(db),
      )

    test('are replaced, and who listens is told that anything may have changed', async () => {
      const { skills, tenantId } = await world.tenant()
      const other = await world.another()
      const woken = signal()
      const told = signal()
      const stop = other.watch((notice) => {
        if (notice.kind === 'skills') woken.give()
        if (notice.kind === 'anything') told.give()
      })
      const writeUntil = async (promise: Promise<void>, prefix: string): Promise<void> => {
        let settled = false
        void promise.then(() => {
          settled = true
        })
        for (let count = 0; !settled; count++) {
          await skills.save([arrival(`${prefix}-${count}`)], 'create')
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
      await writeUntil(woken.given, 'first')
      await breakAll()
      await told.given
      expect(await world.store.tenant(tenantId).skills.lastChangeSeq()).toBeGreaterThan(0)
      stop()
    })

    test('a query that loses its connection says so, and the next one works', async () => {
      await world.store.ping()
      const asleep = Promise.allSettled(Array.from({ length: 5 }, () => world.store.ping()))
      await breakAll()
      for (const result of await asleep) {
        if (result.status === 'rejected') {
          expect(result.reason.problem.code).toBe('store.unavailable')
        }
      }
      const next = await Promise.allSettled([world.store.ping()])
      if (next[0]?.status === 'rejected') {
        expect(next[0].reason.problem.code).toBe('store.unavailable')
      }
      await world.store.ping()
    })
  },
  durableKinds.filter((kind) => kind.name === 'PostgreSQL'),
)
