import { createHash } from 'node:crypto'
import type { ExecutionId, TenantId, UserId } from '@repertoire/core/base'
import type { Execution } from '@repertoire/core/domain'
import type { Store, TenantStore } from '@repertoire/core/ports'
import { createFixedClock, createInMemoryStore } from '@repertoire/core/testing'
import { expect, test } from 'vitest'
import type { Timers } from '../../platform/system/timers.ts'
import { createBlobCollector } from './blob-collector.ts'

const hour = 60 * 60_000
const day = 24 * hour
const tenants = ['ten_1', 'ten_2'] as TenantId[]
const userId = 'usr_1' as UserId
const bytes = new TextEncoder().encode('old')
const hash = createHash('sha256').update(bytes).digest('hex')

/** Two organisations with unreferenced bytes and an output file of a script that was run by hand. */
async function harness(change: (store: Store) => Store = (store) => store) {
  const clock = createFixedClock()
  const real = createInMemoryStore({ clock })
  const output = { path: 'out.txt', sha256: hash, size: bytes.length }
  const execution: Execution = {
    id: 'exe_1' as ExecutionId,
    ...{ conversationId: null, runId: null, callId: null, skill: null },
    ...{ runtime: 'shell', entry: 'ls', args: [], status: 'ok', exitCode: 0, traceId: '0' },
    ...{ stdout: '', stderr: '', outputs: [output], skipped: [], usage: null },
    ...{ startedBy: userId, startedAt: clock.now(), finishedAt: clock.now() },
  }
  for (const id of tenants) {
    await real.directory.createTenant({ id, name: id, createdAt: 0 })
    await real.tenant(id).workspace.storeBlob(hash, bytes)
  }
  await real.tenant('ten_2' as TenantId).executions.create(execution)
  const ticks: { readonly milliseconds: number; readonly task: () => void }[] = []
  const timers: Timers = {
    every: (milliseconds, task) => {
      ticks.push({ milliseconds, task })
      return () => ticks.splice(0)
    },
    wait: (milliseconds, signal) =>
      new Promise((resolve) => {
        ticks.push({ milliseconds, task: resolve })
        signal.addEventListener('abort', () => resolve())
      }),
  }
  const logged: object[] = []
  const logger = {
    info: (line: object) => logged.push(line),
    warn: (line: object) => logged.push(line),
  }
  const settings = { graceHours: 24, outputDays: 30 }
  const store = change(real)
  const collector = createBlobCollector({ store, clock, timers, ...settings, logger } as never)
  const exists = () =>
    Promise.all(tenants.map(async (id) => (await real.tenant(id).blobs.storedAt(hash)) !== null))
  return { collector, clock, ticks, logged, exists, store: real }
}

test('C6: removes unreferenced bytes a day later, in every organisation; keeps referenced ones', async () => {
  const { collector, clock, exists, logged } = await harness()
  await collector.collect()
  expect([await exists(), logged]).toEqual([[true, true], []])
  clock.advance(hour)
  await collector.collect()
  clock.advance(day - 1)
  await collector.collect()
  expect(await exists()).toEqual([true, true])
  clock.advance(1)
  await collector.collect()
  expect(await exists()).toEqual([false, true])
  expect(logged).toMatchObject([
    { tenantId: 'ten_1', removed: 0, marked: 1 },
    { tenantId: 'ten_1', removed: 1, marked: 0 },
  ])
})

test('C6: drops outputs of scripts run by hand after the configured days', async () => {
  const { collector, clock, exists, store } = await harness()
  clock.advance(28 * day)
  await collector.collect()
  clock.advance(day)
  await collector.collect()
  expect(await exists()).toEqual([false, true])
  clock.advance(day)
  await collector.collect()
  clock.advance(day)
  await collector.collect()
  expect(await exists()).toEqual([false, false])
  const kept = await store
    .tenant('ten_2' as TenantId)
    .executions.get(userId, 'exe_1' as ExecutionId)
  expect(kept).toMatchObject({
    outputs: [],
    skipped: [{ path: 'out.txt', why: expect.stringContaining('30 days') }],
  })
})

test('gives up files of arrivals that were rejected 30 days ago, until none is left', async () => {
  const left: Record<string, number> = { ten_1: 450, ten_2: 0 }
  const times: number[] = []
  const { collector, clock, logged } = await harness((store) => ({
    ...store,
    tenant: (id) => {
      const tenant = store.tenant(id)
      const dropRejected = async (by: number, limit: number) => {
        times.push(by)
        const dropped = Math.min(limit, left[id] ?? 0)
        left[id] = (left[id] ?? 0) - dropped
        return dropped
      }
      return { ...tenant, reviews: { ...tenant.reviews, dropRejected } }
    },
  }))
  await collector.collect()
  expect(left).toEqual({ ten_1: 0, ten_2: 0 })
  expect(new Set(times)).toEqual(new Set([clock.now() - 30 * day]))
  expect(logged).toMatchObject([{ tenantId: 'ten_1', rejectedDropped: 450 }])
})

test('A3: forgets searches after 30 days, and all of them where no log is kept any more', async () => {
  const { collector, clock, logged, store } = await harness()
  const [kept, off] = tenants.map((id) => store.tenant(id)) as [TenantStore, TenantStore]
  const { settings, version } = await kept.settings.get()
  await kept.settings.put({ ...settings, searchLog: true }, version)
  const today = Math.floor(clock.now() / day)
  const counted = { query: 'zebra', surface: 'page', results: 0 } as const
  await kept.searchLog.record({ ...counted, day: today - 30 }, 9)
  await kept.searchLog.record({ ...counted, day: today - 29 }, 9)
  await off.searchLog.record({ ...counted, day: today }, 9)
  await collector.collect()
  const left = (tenant: TenantStore) =>
    tenant.searchLog.list({ fromDay: 0, minSearches: 1, limit: 9 })
  expect(await left(kept)).toMatchObject([{ searches: 1, lastDay: today - 29 }])
  expect(await left(off)).toEqual([])
  expect(logged).toMatchObject([{ searchesDropped: 1 }, { searchesDropped: 1 }])
})

test('continues with other organisations when one cannot be read', async () => {
  const broken = new Error('unreadable')
  const { collector, clock, exists, logged } = await harness((store) => ({
    ...store,
    tenant: (id) => {
      if (id === 'ten_2') throw broken
      return store.tenant(id)
    },
  }))
  clock.advance(day)
  await collector.collect()
  clock.advance(day)
  await collector.collect()
  expect(await exists()).toEqual([false, true])
  expect(logged).toContainEqual({ err: broken, tenantId: 'ten_2' })
})

test('starts some minutes after the server, then runs every hour, until it is stopped', async () => {
  const { collector, ticks, clock, exists } = await harness()
  collector.start()
  expect(ticks.map(({ milliseconds }) => milliseconds)).toEqual([hour, 5 * 60_000])
  clock.advance(day)
  for (const { task } of [...ticks]) {
    task()
    await collector.collect()
    clock.advance(day)
  }
  expect(await exists()).toEqual([false, true])
  await collector.stop()
  expect(ticks).toEqual([])
})
