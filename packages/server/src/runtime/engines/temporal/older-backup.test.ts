import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@repertoire/store'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  startTemporalServer,
  type TemporalServer,
} from '../../../../../../scripts/temporal/dev-server.mjs'
import { findTemporal } from '../../../../../../scripts/temporal/temporal-program.mjs'
import { randomIds, sha256, systemClock } from '../../../platform/system/system-ports.ts'
import type { Engine } from '../../engine.ts'
import type { EngineOptions } from '../runs/run-services.ts'
import {
  createEngineWorld,
  type EngineWorld,
  enabling,
  principal,
  tenantId,
} from '../testing/engine-world.ts'
import { createTemporalEngine } from './temporal-engine.ts'

const noTemporal = findTemporal() === undefined
const soon = { timeout: 60_000 }
const completed = 'EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED'

interface HistoryEvent {
  readonly eventType: string
  readonly activityTaskStartedEventAttributes?: { readonly attempt?: number }
}

describe.skipIf(noTemporal)(
  'a backup older than the turns that Temporal holds',
  {
    timeout: 180_000,
  },
  () => {
    let temporal: TemporalServer
    let queue = 0
    const engines: Engine[] = []
    const folders: string[] = []

    beforeAll(async () => {
      temporal = await startTemporalServer()
    }, 60_000)
    afterAll(() => temporal.stop())
    beforeEach(() => {
      queue += 1
    })
    afterEach(async () => {
      await Promise.all(engines.splice(0).map((engine) => engine.stop()))
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
    })

    async function startEngine(options: EngineOptions): Promise<Engine> {
      const engine = createTemporalEngine({
        ...options,
        ...{ graceMilliseconds: 200, payloadKey: undefined },
        temporal: {
          ...{ address: temporal.address, namespace: 'default', taskQueue: `restored-${queue}` },
          ...{ worker: true, runsScripts: true, activity: 'action' },
          ...{ apiKey: undefined, tls: undefined },
        },
      })
      engines.push(engine)
      await engine.start()
      return engine
    }

    async function startWaitingRun(engine: Engine, world: EngineWorld) {
      const conversationId = await world.conversation()
      const { runId } = await engine.startRun({ principal, conversationId, text: 'slow' })
      expect((await engine.waitForRun({ principal, runId })).status).toBe('waiting')
      return { conversationId, runId }
    }

    const eventsOf = (workflow: string): readonly HistoryEvent[] =>
      JSON.parse(temporal.temporal('workflow', 'show', '-w', workflow, '-o', 'json')).events

    const typesOf = (workflow: string) => eventsOf(workflow).map(({ eventType }) => eventType)

    /** The workflow of a turn that waits for a person, whose server and database are gone. */
    async function leaveWaitingWorkflow(): Promise<string> {
      const lost = await createEngineWorld()
      const engine = await startEngine(lost.optionsFor(enabling()))
      const { runId } = await startWaitingRun(engine, lost)
      const workflow = `run/${runId}`
      await expect.poll(() => typesOf(workflow), soon).toContain('EVENT_TYPE_TIMER_STARTED')
      engines.splice(0)
      await engine.stop()
      return workflow
    }

    /** What happened in the workflow after it was woken; it has ended. */
    async function wake(workflow: string): Promise<readonly HistoryEvent[]> {
      const before = eventsOf(workflow).length
      temporal.temporal('workflow', 'signal', '-w', workflow, '--name', 'wake')
      await expect.poll(() => typesOf(workflow), soon).toContain(completed)
      return eventsOf(workflow).slice(before)
    }

    function expectOneAttempt(events: readonly HistoryEvent[]): void {
      const attempts = events.flatMap(({ activityTaskStartedEventAttributes: started }) =>
        started ? [started.attempt ?? 1] : [],
      )
      expect(attempts).toEqual([1])
    }

    it('ends a turn that the backup does not know without an effect, and executes new ones', async () => {
      const workflow = await leaveWaitingWorkflow()
      const restored = await createEngineWorld()
      const model = enabling()
      const engine = await startEngine(restored.optionsFor(model))
      expectOneAttempt(await wake(workflow))
      expect(model.requests).toEqual([])
      const { approvals } = restored.store.tenant(tenantId)
      expect((await approvals.list({}, { limit: 10 })).items).toEqual([])

      const { runId } = await startWaitingRun(engine, restored)
      await restored.approvePending()
      const ended = engine.waitForRun({ principal, runId })
      engine.wake()
      expect((await ended).status).toBe('completed')
      await expect.poll(() => typesOf(`run/${runId}`), soon).toContain(completed)
    })

    it('ends the turn of an organisation that the backup does not know', async () => {
      const workflow = await leaveWaitingWorkflow()
      const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-restored-'))
      folders.push(dataDir)
      const store = await openStore({ dataDir, clock: systemClock, ids: randomIds, sha256 })
      try {
        const model = enabling()
        const { optionsFor } = await createEngineWorld()
        const engine = await startEngine({ ...optionsFor(model), store })
        expectOneAttempt(await wake(workflow))
        expect(model.requests).toEqual([])
        engines.splice(0)
        await engine.stop()
      } finally {
        await store.close()
      }
    })
  },
)
