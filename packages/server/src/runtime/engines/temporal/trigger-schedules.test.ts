import { ProblemError, type TriggerId } from '@repertoire/core/base'
import type { Trigger } from '@repertoire/core/domain'
import type { Store } from '@repertoire/core/ports'
import { createScriptedModel } from '@repertoire/core/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  startTemporalServer,
  type TemporalServer,
} from '../../../../../../scripts/temporal/dev-server.mjs'
import { findTemporal } from '../../../../../../scripts/temporal/temporal-program.mjs'
import type { Engine } from '../../engine.ts'
import { nextTime } from '../../triggers/next-time.ts'
import { createEngineWorld, type EngineWorld, tenantId, userId } from '../testing/engine-world.ts'
import { createTemporalEngine } from './temporal-engine.ts'

const noTemporal = findTemporal() === undefined
const id = 'sig_1' as TriggerId
const everySecond = { kind: 'cron', cron: '* * * * * *', timeZone: 'UTC', missed: 'skip' } as const
const canary = 'canary-77ab'
const unavailable = new ProblemError({
  ...{ code: 'store.unavailable', kind: 'unavailable', message: canary },
})
const soon = { timeout: 30_000 }

describe.skipIf(noTemporal)('schedules woken by Temporal', { timeout: 90_000 }, () => {
  let temporal: TemporalServer
  let world: EngineWorld
  let queue = 0
  const engines: Engine[] = []

  beforeAll(async () => {
    temporal = await startTemporalServer()
  }, 60_000)
  afterAll(() => temporal.stop())
  beforeEach(async () => {
    queue += 1
    world = await createEngineWorld()
  })
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  })

  async function server(store: Store = world.store): Promise<Engine> {
    const engine = createTemporalEngine({
      ...world.optionsFor(createScriptedModel(() => ({ text: 'Done.' }))),
      ...{ store, graceMilliseconds: 200, payloadKey: undefined },
      temporal: {
        ...{ address: temporal.address, namespace: 'default', taskQueue: `fire-${queue}` },
        ...{ worker: true, runsScripts: false, activity: 'action' },
        ...{ apiKey: undefined, tls: undefined },
      },
    })
    engines.push(engine)
    await engine.start()
    engine.triggerScheduler?.start()
    return engine
  }

  const triggers = () => world.store.tenant(tenantId).triggers

  async function schedule(change: Partial<Trigger> = {}): Promise<Trigger> {
    const now = Date.now()
    const trigger: Trigger = {
      ...{ id, name: 'Look', userId, agentId: null, message: 'Look around.' },
      ...{ trigger: everySecond, asset: null, severity: 'info', preloadSkills: [] },
      ...{ suggestedStages: [], scriptsAllowed: false, conversation: 'new' },
      ...{ maxTurnsPerHour: 3600, enabled: true, role: 'member', note: null },
      ...{ permissions: ['conversations.use', 'skills.read'], lastFiredAt: null },
      ...{ nextAt: nextTime(everySecond, now), createdAt: now, updatedAt: now, version: 1 },
      ...change,
    }
    await triggers().create(trigger, null)
    return trigger
  }

  const firings = async () => (await triggers().firings(id, { limit: 200 })).items.toReversed()
  const started = async () => (await firings()).filter(({ outcome }) => outcome === 'started')

  function schedules(): readonly { scheduleId: string; spec?: unknown }[] {
    const printed = temporal.temporal('schedule', 'list', '-o', 'json')
    const all = JSON.parse(printed === '' ? '[]' : printed) as { scheduleId: string }[]
    return all.filter(({ scheduleId }) => scheduleId.startsWith(`fire-${queue}/`))
  }

  it('E8: two servers fire each time of a schedule once, and its turns run', async () => {
    await server()
    await server()
    await schedule()
    await expect.poll(async () => (await started()).length, soon).toBeGreaterThanOrEqual(4)
    const planned = (await firings()).map(({ plannedAt }) => plannedAt ?? 0)
    expect(planned).toEqual([...new Set(planned)].toSorted((a, b) => a - b))
    const [first] = await started()
    const { conversations } = world.store.tenant(tenantId)
    const status = async () =>
      first?.runId && (await conversations.run(userId, first.runId))?.status
    await expect.poll(status, soon).toBe('completed')
    const ran = temporal.temporal('workflow', 'list', '-q', 'WorkflowType="fireTrigger"')
    expect(ran).toContain(`fire-${queue}/trigger/${id}`)
  })

  it('E8: a schedule that is switched off, changed or deleted is so in Temporal', async () => {
    await server()
    const far = nextTime(everySecond, Date.now() + 3_600_000)
    const first = await schedule({ nextAt: far })
    await expect.poll(schedules, soon).toHaveLength(1)
    await triggers().update({ ...first, enabled: false, nextAt: null, version: 2 })
    await expect.poll(schedules, soon).toEqual([])
    await triggers().update({ ...first, nextAt: nextTime(everySecond, Date.now()), version: 3 })
    await expect.poll(async () => (await started()).length, soon).toBeGreaterThanOrEqual(1)
    await triggers().remove(id)
    await expect.poll(schedules, soon).toEqual([])
  })

  it('E8: a server that starts plans what it finds, and removes what is gone', async () => {
    const far = nextTime(everySecond, Date.now() + 3_600_000)
    const gone = 'sig_2' as TriggerId
    const first = await server()
    await schedule({ id: gone, nextAt: far })
    await expect.poll(schedules, soon).toHaveLength(1)
    await Promise.all(engines.splice(0).map((engine) => engine.stop()))
    expect(first.triggerScheduler).toBeDefined()
    await triggers().remove(gone)
    await schedule()
    await server()
    await expect.poll(async () => (await started()).length, soon).toBeGreaterThanOrEqual(1)
    await expect
      .poll(() => schedules().map(({ scheduleId }) => scheduleId), soon)
      .toEqual([`fire-${queue}/trigger/${id}`])
  })

  it('E8: a store that does not answer when a time comes loses no time, and Temporal keeps its code alone', async () => {
    let broken = true
    const brokenStore: Store = {
      ...world.store,
      tenant: (tenant) => {
        const real = world.store.tenant(tenant)
        const record = async () => {
          if (broken) throw unavailable
        }
        const { append } = real.conversations
        const conversations = {
          ...real.conversations,
          append: async (...batch: Parameters<typeof append>) => {
            await record()
            return append(...batch)
          },
        }
        return { ...real, conversations }
      },
    }
    const trigger = { ...everySecond, cron: '0 0 1 1 *', missed: 'run-once' } as const
    await schedule({ trigger, nextAt: nextTime(everySecond, Date.now()) })
    await server(brokenStore)
    const failing = () => {
      const query = `WorkflowType="fireTrigger" AND TaskQueue="fire-${queue}"`
      const [, name] =
        /"workflowId": "([^"]+)"/.exec(
          temporal.temporal('workflow', 'list', '-q', query, '-o', 'json'),
        ) ?? []
      return name && temporal.temporal('workflow', 'describe', '-w', name, '-o', 'json')
    }
    await expect.poll(failing, soon).toContain('store.unavailable')
    expect(failing()).not.toContain(canary)
    expect(await started()).toEqual([])
    broken = false
    await expect.poll(async () => (await firings()).length, soon).toBe(1)
  })
})
