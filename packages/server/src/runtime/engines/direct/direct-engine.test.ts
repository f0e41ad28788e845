import type { RunId } from '@repertoire/core/base'
import type { Model } from '@repertoire/core/ports'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Timers } from '../../../platform/system/timers.ts'
import type { Engine } from '../../engine.ts'
import type { EngineOptions } from '../runs/run-services.ts'
import {
  createEngineWorld,
  type EngineWorld,
  modelWithText,
  pausedModel,
  principal,
} from '../testing/engine-world.ts'
import { createDirectEngine } from './direct-engine.ts'

/** The timers of a process that was killed. */
const stoppedTimers: Timers = {
  every: () => () => undefined,
  wait: (_milliseconds, signal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
}

let world: EngineWorld
const engines: Engine[] = []

beforeEach(async () => {
  world = await createEngineWorld()
})
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
})

function engineWith(model: Model, change: Partial<EngineOptions> = {}): Engine {
  const engine = createDirectEngine({ ...world.optionsFor(model), ...change })
  engines.push(engine)
  return engine
}

describe('the direct engine', () => {
  it('resumes a run cut off by kill -9 once its lease has expired, not before', async () => {
    const leaseMilliseconds = 60_000
    const { model } = pausedModel()
    const crashing = engineWith(model, { timers: stoppedTimers, leaseMilliseconds })
    engines.pop()
    const conversationId = await world.conversation()
    const { runId } = await crashing.startRun({ principal, conversationId, text: 'hi' })
    await expect.poll(() => model.requests.length).toBe(1)
    const next = engineWith(modelWithText())
    await next.start()
    expect(await world.typesOf(conversationId)).not.toContain('run-resumed')
    world.advance(leaseMilliseconds + 1)
    expect((await next.waitForRun({ principal, runId })).status).toBe('completed')
    const types = await world.typesOf(conversationId)
    expect(types.filter((type) => type === 'run-resumed')).toHaveLength(1)
  })

  it('executes no more runs at once than configured, and the others in turn', async () => {
    const { model, release } = pausedModel()
    // Of three slots, one stays free for other organisations.
    const engine = engineWith(model, { concurrency: 3 })
    const runs: RunId[] = []
    for (let n = 0; n < 5; n += 1) {
      const conversationId = await world.conversation()
      runs.push((await engine.startRun({ principal, conversationId, text: 'hi' })).runId)
    }
    await expect.poll(() => model.requests.length).toBe(2)
    const all = Promise.all(runs.map((runId) => engine.waitForRun({ principal, runId })))
    let finished = false
    void all.then(() => {
      finished = true
    })
    await expect
      .poll(() => {
        release()
        return finished
      })
      .toBe(true)
    expect(model.requests).toHaveLength(5)
  })
})
