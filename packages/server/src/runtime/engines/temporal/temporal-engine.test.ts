import { ProblemError, type RunId } from '@repertoire/core/base'
import { defaultSettings } from '@repertoire/core/domain'
import type { Model, ScriptRunner } from '@repertoire/core/ports'
import { createScriptedModel, resultsSinceUserMessage } from '@repertoire/core/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  startTemporalServer,
  type TemporalServer,
} from '../../../../../../scripts/temporal/dev-server.mjs'
import { findTemporal } from '../../../../../../scripts/temporal/temporal-program.mjs'
import { sha256 } from '../../../platform/system/system-ports.ts'
import type { Engine } from '../../engine.ts'
import { createDirectEngine } from '../direct/direct-engine.ts'
import {
  createEngineWorld,
  type EngineWorld,
  enabling,
  principal,
  silent,
  tenantId,
} from '../testing/engine-world.ts'
import { createTemporalEngine, type TemporalEngineOptions } from './temporal-engine.ts'
import type { TemporalSettings } from './temporal-settings.ts'
import { recordHistory } from './testing/record-history.ts'

const noTemporal = findTemporal() === undefined
const canary = 'canary-5f1e0c'

/** Knows every interpreter, and has no sandbox. */
const refusingScripts: ScriptRunner = {
  runtimes: async () => new Set(['python', 'node', 'shell']),
  unapprovedPackages: async () => [],
  run: async () => {
    throw new ProblemError({ code: 'sandbox.busy', kind: 'unavailable', message: 'Not now.' })
  },
}

const enablingCanary = () => enabling(canary, `Done: ${canary}.`)

describe.skipIf(noTemporal)('the Temporal engine', { timeout: 60_000 }, () => {
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
    world = await createEngineWorld(`# ${canary}`)
  })
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  })

  const settings = (change: Partial<TemporalSettings> = {}): TemporalSettings => ({
    ...{ address: temporal.address, namespace: 'default', taskQueue: `test-${queue}` },
    ...{ worker: true, runsScripts: true, activity: 'action' },
    ...{ apiKey: undefined, tls: undefined, ...change },
  })

  function engineWith(model: Model, change: Partial<TemporalEngineOptions> = {}): Engine {
    const engine = createTemporalEngine({
      ...world.optionsFor(model),
      graceMilliseconds: 200,
      temporal: settings(),
      payloadKey: undefined,
      ...change,
    })
    engines.push(engine)
    return engine
  }

  async function stopNow(engine: Engine): Promise<void> {
    engines.splice(engines.indexOf(engine), 1)
    await engine.stop()
  }

  /** What Temporal keeps of a run. */
  const historyOf = (runId: RunId) =>
    temporal.temporal('workflow', 'show', '-w', `run/${runId}`, '-o', 'json')

  async function askAndApprove(engine: Engine, text = 'slow') {
    const conversationId = await world.conversation()
    const { runId } = await engine.startRun({ principal, conversationId, text })
    expect((await engine.waitForRun({ principal, runId })).status).toBe('waiting')
    await world.approvePending()
    const ended = engine.waitForRun({ principal, runId })
    engine.wake()
    expect((await ended).status).toBe('completed')
    return { conversationId, runId }
  }

  it('C8: writes the same log with one activity from the start to a question or the end', async () => {
    const runs = []
    for (const activity of ['action', 'segment'] as const) {
      const engine = engineWith(enablingCanary(), { temporal: settings({ activity }) })
      await engine.start()
      const { conversationId, runId } = await askAndApprove(engine)
      await expect.poll(() => historyOf(runId), { timeout: 20_000 }).toMatch(closing)
      const history = historyOf(runId)
      recordHistory(`approved-by-${activity}`, history)
      const activities = history.match(/EVENT_TYPE_ACTIVITY_TASK_SCHEDULED/g)?.length
      runs.push({ activities, log: await world.comparable(conversationId) })
      await stopNow(engine)
    }
    const [action, segment] = runs
    expect(segment?.log).toEqual(action?.log)
    expect([action?.activities, segment?.activities]).toEqual([4, 2])
  })

  it('C8: scripts run only with workers that say they run them, in a task queue of their own', async () => {
    const { settings: stored } = world.store.tenant(tenantId)
    await stored.put({ ...defaultSettings, toolsets: ['scripts'] })
    const model = () =>
      createScriptedModel((request) =>
        resultsSinceUserMessage(request) === 0
          ? { toolCalls: [{ id: 'r', name: 'run_command', input: { command: 'date' } }] }
          : { text: 'Ran.' },
      )
    const without = engineWith(model(), {
      ...{ scripts: refusingScripts, temporal: settings({ runsScripts: false }) },
    })
    await without.start()
    const conversationId = await world.conversation()
    const { runId } = await without.startRun({ principal, conversationId, text: 'run' })
    await expect
      .poll(() => historyOf(runId), { timeout: 20_000 })
      .toContain(`test-${queue}-scripts`)
    expect(await world.typesOf(conversationId)).not.toContain('tool-started')
    const withScripts = engineWith(model(), { scripts: refusingScripts })
    await withScripts.start()
    expect((await without.waitForRun({ principal, runId })).status).toBe('completed')
    expect(await world.typesOf(conversationId)).toContain('tool-completed')
    await expect.poll(() => historyOf(runId), { timeout: 20_000 }).toMatch(closing)
    recordHistory('script', historyOf(runId))
  })

  it('keeps nothing of a conversation in Temporal', async () => {
    const engine = engineWith(enablingCanary())
    await engine.start()
    const { runId, conversationId } = await askAndApprove(engine, `slow ${canary}`)
    expect(JSON.stringify(await world.eventsOf(conversationId))).toContain(canary)
    const history = historyOf(runId)
    expect(history).toContain('takeAction')
    expect(history).not.toContain(canary)
    const payloads = [...history.matchAll(/"data": "([^"]+)"/g)].map(([, data = '']) => atob(data))
    expect(payloads.length).toBeGreaterThan(0)
    expect(payloads.join()).not.toContain(canary)
    expect(payloads.join()).toContain(runId)
  })

  it('encrypts even the ids with the key of the operator', async () => {
    const engine = engineWith(enablingCanary(), { payloadKey: new Uint8Array(32).fill(7) })
    await engine.start()
    const { runId, conversationId } = await askAndApprove(engine)
    const payloads = [...historyOf(runId).matchAll(/"data": "([^"]+)"/g)].map(([, data = '']) =>
      atob(data),
    )
    expect(payloads.length).toBeGreaterThan(0)
    expect(payloads.join()).not.toMatch(new RegExp(`${conversationId}|${tenantId}|"do"`))
  })

  it('gives Temporal a key of the organisation to be fair by, which is not its id', async () => {
    const engine = engineWith(enablingCanary())
    await engine.start()
    const { runId } = await askAndApprove(engine)
    const [, key] = /"fairnessKey": "([^"]+)"/.exec(historyOf(runId)) ?? []
    expect(key).toBe(sha256(tenantId).slice(0, 16))
  })

  it('takes over a run whose server died before Temporal heard of it', async () => {
    const model = createScriptedModel(() => ({ text: 'Hello.' }))
    const dead = engineWith(model)
    const conversationId = await world.conversation()
    const { runId } = await dead.startRun({ principal, conversationId, text: 'hi' })
    const next = engineWith(model)
    await next.start()
    expect((await next.waitForRun({ principal, runId })).status).toBe('completed')
    expect(
      (await world.typesOf(conversationId)).filter((type) => type === 'run-resumed'),
    ).toHaveLength(1)
  })

  it('goes on with a run that the direct engine left open, and repeats no effect', async () => {
    const direct = createDirectEngine(world.optionsFor(enablingCanary()))
    const conversationId = await world.conversation()
    const { runId } = await direct.startRun({ principal, conversationId, text: 'slow' })
    await direct.waitForRun({ principal, runId })
    await direct.stop()
    await world.approvePending()
    const engine = engineWith(enablingCanary())
    await engine.start()
    expect((await engine.waitForRun({ principal, runId })).status).toBe('completed')
    const types = await world.typesOf(conversationId)
    expect(types.filter((type) => type === 'skills-state-changed')).toHaveLength(1)
  })

  it('accepts a message while Temporal is away, says so once, and goes on when it is back', async () => {
    const said: string[] = []
    const keep = (...line: unknown[]) => void said.push(String(line.at(-1)))
    const logger = { ...silent, info: keep, warn: keep }
    const engine = engineWith(
      createScriptedModel(() => ({ text: 'Hello.' })),
      { logger },
    )
    await engine.start()
    const conversationId = await world.conversation()
    const about = () => said.filter((line) => /^Temporal /.test(line))
    expect(engine.checks()).toEqual({ temporal: 'ok' })
    temporal.pause()
    try {
      const { runId } = await engine.startRun({ principal, conversationId, text: 'hi' })
      await expect.poll(about, { timeout: 20_000 }).toHaveLength(1)
      expect(engine.checks()).toEqual({ temporal: 'away' })
      temporal.resume()
      expect((await engine.waitForRun({ principal, runId })).status).toBe('completed')
    } finally {
      temporal.resume()
    }
    expect(about()[0]).toBe('Temporal does not answer; open runs wait for it')
  })

  it('notices that Temporal is away also without a run, and that it is back', async () => {
    const engine = engineWith(createScriptedModel(() => ({ text: 'Hello.' })))
    await engine.start()
    temporal.pause()
    try {
      await expect.poll(engine.checks, { timeout: 20_000 }).toEqual({ temporal: 'away' })
    } finally {
      temporal.resume()
    }
    await expect.poll(engine.checks, { timeout: 20_000 }).toEqual({ temporal: 'ok' })
  })

  it('stops while Temporal is away', async () => {
    const engine = engineWith(createScriptedModel(() => ({ text: 'Hello.' })))
    await engine.start()
    temporal.pause()
    try {
      await stopNow(engine)
    } finally {
      temporal.resume()
    }
  })

  it('cancels a run during a model call: the call is aborted, and the workflow ends', async () => {
    let aborted = false
    const model = createScriptedModel(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            aborted = true
            reject(new Error(canary))
          })
        }),
    )
    const engine = engineWith(model)
    await engine.start()
    const conversationId = await world.conversation()
    const { runId } = await engine.startRun({ principal, conversationId, text: 'hi' })
    await expect.poll(() => model.requests.length, { timeout: 20_000 }).toBe(1)
    expect((await engine.cancelRun({ principal, runId })).status).toBe('cancelled')
    await expect.poll(() => aborted).toBe(true)
    await expect.poll(() => historyOf(runId), { timeout: 20_000 }).toMatch(closing)
    expect((await world.typesOf(conversationId)).at(-1)).toBe('run-cancelled')
  })

  it('cancels a run that waits for a person', async () => {
    const engine = engineWith(enablingCanary())
    await engine.start()
    const conversationId = await world.conversation()
    const { runId } = await engine.startRun({ principal, conversationId, text: 'slow' })
    await engine.waitForRun({ principal, runId })
    await engine.cancelRun({ principal, runId })
    await expect.poll(() => historyOf(runId), { timeout: 20_000 }).toMatch(closing)
    recordHistory('cancelled', historyOf(runId))
    expect((await world.typesOf(conversationId)).at(-1)).toBe('run-cancelled')
  })
})

const closing = /EVENT_TYPE_WORKFLOW_EXECUTION_(COMPLETED|CANCELED)/
