import type { ConversationId, TenantId, TriggerId, UserId } from '@repertoire/core/base'
import { createInProcessSegmentBuilder, createSkillSearch } from '@repertoire/core/choose'
import { defaultSettings, type Trigger } from '@repertoire/core/domain'
import { noPromptContext, type Store } from '@repertoire/core/ports'
import {
  createFixedClock,
  createInMemoryStore,
  createScriptedModel,
  createSequentialIds,
  type FixedClock,
  judgeByWords,
} from '@repertoire/core/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '../../platform/system/system-ports.ts'
import type { Engine, TriggerScheduler } from '../engine.ts'
import { createDirectEngine } from '../engines/direct/direct-engine.ts'
import { nextTime } from './next-time.ts'
import { createTriggerScheduler } from './trigger-scheduler.ts'

const tenantId = 'org_1' as TenantId
const userId = 'usr_1' as UserId
const id = 'sig_1' as TriggerId
const minute = 60_000

let clock: FixedClock
let store: Store
let engines: Engine[]
let ids: ReturnType<typeof createSequentialIds>

async function setUp(): Promise<void> {
  clock = createFixedClock(1_800_000_000_000)
  ids = createSequentialIds()
  store = createInMemoryStore({ clock })
  engines = []
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
  const tenant = store.tenant(tenantId)
  await tenant.members.create({ id: userId, name: 'Ada', role: 'member', createdAt: 0 })
  await tenant.settings.put(defaultSettings)
}

beforeEach(setUp)
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
})

/** One process whose ticks the test triggers. */
function replica(
  answer: Parameters<typeof createScriptedModel>[0] = () => ({ text: 'Done.' }),
): TriggerScheduler & { tick(): Promise<void>; faults: unknown[]; logged: object[] } {
  const logged: object[] = []
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const faults: unknown[] = []
  let fireTimer = () => {}
  const timers = {
    every: (_ms: number, task: () => void) => {
      fireTimer = task
      return () => undefined
    },
  }
  const engine = createDirectEngine({
    ...{
      store,
      clock,
      ids,
      sha256,
      judgeOf: () => judgeByWords,
      logger: silent,
      promptContext: noPromptContext,
    },
    model: createScriptedModel(answer),
    search: createSkillSearch({ store, segments: createInProcessSegmentBuilder() }),
  })
  engines.push(engine)
  const logger = { warn: (fields: object) => void logged.push(fields) }
  const ports = { store, engine, clock, ids, sha256, next: nextTime, timers, logger }
  const made = createTriggerScheduler({ ...ports, onError: (error) => faults.push(error) })
  made.start()
  const tick = async () => {
    await made.idle()
    fireTimer()
    await made.idle()
  }
  return { ...made, tick, faults, logged }
}

async function schedule(change: Partial<Trigger> = {}): Promise<void> {
  const now = clock.now()
  const cron = { kind: 'cron', cron: '* * * * *', timeZone: 'UTC', missed: 'skip' } as const
  await store.tenant(tenantId).triggers.create(
    {
      ...{ id, name: 'Look', userId, agentId: null, message: 'Look around.', trigger: cron },
      ...{ asset: null, severity: 'info', preloadSkills: [], suggestedStages: [] },
      ...{ scriptsAllowed: false, conversation: 'new', maxTurnsPerHour: 3600, enabled: true },
      ...{ role: 'member', permissions: ['conversations.use', 'skills.read'], note: null },
      ...{ nextAt: now + minute, lastFiredAt: null, createdAt: now, updatedAt: now, version: 1 },
      ...change,
    },
    null,
  )
}

const source = async () => store.tenant(tenantId).triggers.get(id)
const firings = async () =>
  (await store.tenant(tenantId).triggers.firings(id, { limit: 200 })).items.toReversed()

async function log(conversationId: ConversationId | null | undefined) {
  const range = { after: 0, limit: 200 }
  if (!conversationId) throw new Error('it started no turn')
  return store.tenant(tenantId).conversations.events(userId, conversationId, range)
}

describe('the trigger scheduler', () => {
  it('E8: starts a turn of its person with the trigger’s context, under one trace', async () => {
    await schedule({ severity: 'warn', suggestedStages: ['evaluate'] })
    const one = replica()
    clock.advance(minute)
    await one.tick()
    const [firing] = await firings()
    expect(firing).toMatchObject({ outcome: 'started', plannedAt: clock.now() })
    const events = await log(firing?.conversationId)
    expect(events[0]?.event).toMatchObject({
      type: 'message-received',
      text: 'Look around.',
      userId,
    })
    const { traceId } = firing ?? {}
    expect(events[1]?.event).toMatchObject({
      type: 'run-started',
      permissions: ['skills.read', 'conversations.use'],
      signal: { source: 'cron', signalId: id, severity: 'warn', operatorAuthored: false, traceId },
    })
    expect(new Set(events.map((logged) => logged.traceId))).toEqual(new Set([traceId]))
    expect((await source())?.nextAt).toBe(clock.now() + minute)
  })

  it('E8: fires every time exactly once, however many processes check when', async () => {
    const steps = fc.array(
      fc.record({
        seconds: fc.integer({ min: 0, max: 50 }),
        who: fc.subarray([0, 1, 2], { minLength: 1 }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (ticks) => {
        await setUp()
        await schedule()
        const begin = clock.now()
        const replicas = [replica(), replica(), replica()]
        for (const { seconds, who } of ticks) {
          clock.advance(seconds * 1000)
          await Promise.all(who.map((n) => replicas[n]?.tick()))
        }
        for (let n = 0; n < 12; n += 1) await replicas[0]?.tick()
        const planned = (await firings()).map(({ plannedAt }) => plannedAt)
        const due = Math.floor((clock.now() - begin) / minute)
        expect(planned).toEqual(Array.from({ length: due }, (_, n) => begin + (n + 1) * minute))
        expect(replicas.flatMap(({ faults }) => faults)).toEqual([])
        await Promise.all(engines.splice(0).map((engine) => engine.stop()))
      }),
      { numRuns: 25 },
    )
  })

  it('E8: fires nothing again when the clock goes back', async () => {
    await schedule()
    const one = replica()
    clock.advance(minute)
    await one.tick()
    clock.advance(-10 * minute)
    await one.tick()
    clock.advance(10 * minute)
    await one.tick()
    expect(await firings()).toHaveLength(1)
  })

  it.each([
    ['skip', ['skipped']],
    ['run-once', ['started']],
  ] as const)('E8: of the times missed while no server ran, %s', async (missed, outcomes) => {
    const cron = { kind: 'cron', cron: '* * * * *', timeZone: 'UTC', missed } as const
    await schedule({ trigger: cron })
    clock.advance(5 * 60 * minute)
    const one = replica()
    await one.tick()
    await one.tick()
    expect((await firings()).map(({ outcome }) => outcome)).toEqual(outcomes)
    expect((await source())?.nextAt).toBe(clock.now() + minute)
  })

  it('E8: skips a time while its kept conversation is busy; the next turn continues in it', async () => {
    await schedule({ conversation: 'kept' })
    const answering = Promise.withResolvers<void>()
    const one = replica(async () => {
      await answering.promise
      return { text: 'Done.' }
    })
    clock.advance(minute)
    await one.tick()
    clock.advance(minute)
    await one.tick()
    answering.resolve()
    const [{ conversationId } = { conversationId: null }] = await firings()
    const newest = async () => (await log(conversationId)).at(-1)?.event.type
    await expect.poll(newest).toBe('run-completed')
    clock.advance(minute)
    await one.tick()
    expect(await firings()).toMatchObject([
      { outcome: 'started', conversationId },
      { outcome: 'skipped', problem: { code: 'conversation.busy' }, conversationId: null },
      { outcome: 'started', conversationId },
    ])
  })

  it('E8: a schedule whose owner is gone, or has fewer permissions, stops and says why', async () => {
    await schedule({ role: 'admin' })
    const one = replica()
    clock.advance(minute)
    await one.tick()
    expect(await source()).toMatchObject({
      enabled: false,
      nextAt: null,
      note: { code: 'signal.owner-lowered' },
    })
    expect(await firings()).toEqual([])
  })

  it('E8: one that stopped without an owner does not delay the others', async () => {
    await schedule({ userId: 'usr_gone' as UserId })
    const other = 'sig_2' as TriggerId
    await schedule({ id: other })
    const one = replica()
    clock.advance(minute)
    await one.tick()
    expect((await source())?.note?.code).toBe('signal.owner-gone')
    const { items } = await store.tenant(tenantId).triggers.firings(other, { limit: 9 })
    expect(items).toHaveLength(1)
  })

  it('E8: starts at most the hourly limit of turns, and continues afterwards', async () => {
    await schedule({ maxTurnsPerHour: 2 })
    const one = replica()
    for (let n = 0; n < 4; n += 1) {
      clock.advance(minute)
      await one.tick()
    }
    const skipped = { outcome: 'skipped', problem: { code: 'signal.too-often' } }
    const started = { outcome: 'started' }
    expect(await firings()).toMatchObject([started, started, skipped, skipped])
    const line = { tenantId, triggerId: id, code: 'signal.too-often' }
    expect(one.logged).toMatchObject([line, line])
  })

  it('E8: one of every second that is over its limit is not checked every second', async () => {
    const now = clock.now()
    const trigger = { kind: 'cron', cron: '* * * * * *', timeZone: 'UTC', missed: 'skip' } as const
    await schedule({ maxTurnsPerHour: 1, trigger, nextAt: now + 1_000 })
    const one = replica()
    for (let n = 0; n < 10; n += 1) {
      clock.advance(1_000)
      await one.tick()
    }
    expect(await firings()).toMatchObject([{ outcome: 'started' }, { outcome: 'skipped' }])
    expect((await source())?.nextAt).toBe(now + 2_000 + minute)
  })

  it('E8: each time of a schedule over its limit is recorded, even when the tick is late', async () => {
    await schedule({ maxTurnsPerHour: 1 })
    const one = replica()
    for (let n = 0; n < 4; n += 1) {
      clock.advance(n === 0 ? minute + 20_000 : minute)
      await one.tick()
    }
    const skipped = { outcome: 'skipped', problem: { code: 'signal.too-often' } }
    expect(await firings()).toMatchObject([{ outcome: 'started' }, skipped, skipped, skipped])
  })

  it('E8: one with an unknown time zone stops and says so', async () => {
    const gone = {
      kind: 'cron',
      cron: '* * * * *',
      timeZone: 'Mars/Olympus',
      missed: 'skip',
    } as const
    await schedule({ trigger: gone })
    const one = replica()
    clock.advance(minute)
    await one.tick()
    expect(await source()).toMatchObject({ enabled: false, note: { code: 'signal.bad-schedule' } })
    expect(one.faults).toEqual([])
  })

  it('E8: a store that cannot answer loses no time', async () => {
    await schedule()
    const one = replica()
    clock.advance(minute)
    const real = store.tenant
    let broken = true
    const failing: Store = {
      ...store,
      tenant: (tenant) => {
        if (broken) throw new Error('down')
        return real(tenant)
      },
    }
    Object.assign(store, { tenant: failing.tenant })
    await one.tick()
    expect(one.faults).toHaveLength(1)
    broken = false
    await one.tick()
    expect(await firings()).toHaveLength(1)
  })
})
