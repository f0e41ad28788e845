import type { TenantId } from '@repertoire/core/base'
import type { Store } from '@repertoire/core/ports'
import {
  createFixedClock,
  createInMemoryStore,
  createSequentialIds,
  sampleContent,
} from '@repertoire/core/testing'
import { expect, test } from 'vitest'
import { createCurator } from './curator.ts'

const day = 24 * 60 * 60 * 1000

/** Two organisations, each with an old skill of an agent. The test fires the timer. */
async function replica(change: (store: Store) => Store = (store) => store) {
  const clock = createFixedClock()
  const ids = createSequentialIds()
  const real = createInMemoryStore({ clock, ids })
  const tenants = ['ten_1', 'ten_2'] as TenantId[]
  for (const id of tenants) {
    await real.directory.createTenant({ id, name: id, createdAt: 0 })
    const given = sampleContent('old', 'Body.')
    const made = { ...given, origin: { ...given.origin, provenance: 'agent' as const } }
    await real.tenant(id).skills.save([made], 'create')
  }
  const tasks: (() => void)[] = []
  const faults: unknown[] = []
  let stopped = 0
  const timers = {
    every: (_milliseconds: number, task: () => void) => {
      tasks.push(task)
      return () => {
        stopped += 1
      }
    },
  }
  const store = change(real)
  const onError = (error: unknown) => faults.push(error)
  const curator = createCurator({ store, clock, ids, timers, onError })
  const archived = async () => {
    const skills = await Promise.all(
      tenants.map(async (id) => (await real.tenant(id).skills.indexable(null, 9))[0]?.skill),
    )
    return skills.map((skill) => skill?.archivedAt !== null)
  }
  const controls = { fireTimer: () => tasks[0]?.(), stopped: () => stopped }
  return { curator, clock, faults, archived, store, tenants, ...controls }
}

test('D9: sweeps at the start and every hour, and reports when', async () => {
  const { curator, clock, fireTimer, archived, stopped } = await replica()
  expect([curator.lastSweptAt(), curator.nextSweepAt()]).toEqual([null, null])
  curator.start()
  await curator.idle()
  expect(await archived()).toEqual([false, false])
  expect(curator.lastSweptAt()).toBe(clock.now())
  expect(curator.nextSweepAt()).toBe(clock.now() + 60 * 60 * 1000)
  clock.advance(31 * day)
  fireTimer()
  await curator.idle()
  await curator.stop()
  expect(await archived()).toEqual([true, true])
  expect(stopped()).toBe(1)
})

test('continues with other organisations when one cannot be read', async () => {
  const broken = new Error('unreadable')
  const { curator, clock, faults, archived } = await replica((store) => ({
    ...store,
    tenant: (id) => {
      if (id === 'ten_1') throw broken
      return store.tenant(id)
    },
  }))
  clock.advance(31 * day)
  curator.start()
  await curator.idle()
  expect(faults).toEqual([broken])
  expect(await archived()).toEqual([false, true])
})

test('starts no sweep after it is stopped', async () => {
  const { curator, clock, fireTimer, archived } = await replica()
  curator.start()
  await curator.stop()
  clock.advance(31 * day)
  fireTimer()
  await curator.idle()
  expect(await archived()).toEqual([false, false])
})

test('B8: purges skills deleted 30 days ago, even where nothing is archived', async () => {
  const { curator, clock, fireTimer, faults, store, tenants } = await replica()
  const { skills, tombstones, settings } = store.tenant(tenants[0] as TenantId)
  const known = await settings.get()
  await settings.put({ ...known.settings, archiveAgentSkillsAfterDays: 0 })
  const [found] = await skills.indexable(null, 1)
  if (!found) throw new Error('there is no skill')
  const { id, createdBy } = found.skill
  await skills.remove(createdBy, id)
  clock.advance(30 * day - 1)
  curator.start()
  await curator.idle()
  expect((await tombstones.get(createdBy, id))?.skill.id).toBe(id)
  clock.advance(1)
  fireTimer()
  await curator.idle()
  await curator.stop()
  expect(await tombstones.purge(clock.now(), 9)).toEqual([])
  expect(faults).toEqual([])
})
