import { type AgentId, type ConversationId, ProblemError, type UserId } from '@repertoire/core/base'
import { type Agent, emptySession } from '@repertoire/core/domain'
import type { Model } from '@repertoire/core/ports'
import { createScriptedModel } from '@repertoire/core/testing'
import { cancelRun } from '@repertoire/core/use'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { randomIds, systemClock } from '../../../platform/system/system-ports.ts'
import type { Engine } from '../../engine.ts'
import type { EngineOptions } from '../runs/run-services.ts'
import {
  createEngineWorld,
  type EngineWorld,
  enabling,
  infiniteModel,
  modelWithText,
  pausedModel,
  principal,
  tenantId,
  userId,
} from './engine-world.ts'

/** The log that each test of the contract has left, by the test's name. */
type ContractLogs = Map<string, readonly string[]>

/**
 * What every engine does alike. `create`: an engine that is not started; those of one store share their work.
 * Returns the logs, which are the same for all engines.
 */
export function describeEngine(name: string, create: (options: EngineOptions) => Engine) {
  const logs: ContractLogs = new Map()
  let world: EngineWorld
  const engines: Engine[] = []

  beforeEach(async () => {
    world = await createEngineWorld()
  })
  afterEach(async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  })

  async function started(model: Model, change: Partial<EngineOptions> = {}): Promise<Engine> {
    const engine = create({ ...world.optionsFor(model), ...change })
    engines.push(engine)
    await engine.start()
    return engine
  }

  async function stopNow(engine: Engine): Promise<void> {
    engines.splice(engines.indexOf(engine), 1)
    await engine.stop()
  }

  async function begin(engine: Engine, text = 'hi') {
    const conversationId = await world.conversation()
    const { runId } = await engine.startRun({ principal, conversationId, text })
    return { conversationId, runId }
  }

  async function keepLog(conversationId: ConversationId): Promise<void> {
    logs.set(expect.getState().currentTestName ?? '', await world.comparable(conversationId))
  }

  async function agentConversation(toolsets: readonly string[]) {
    const { agents, conversations } = world.store.tenant(tenantId)
    const id = randomIds.next('agt') as AgentId
    const agent: Agent = {
      ...{ id, name: 'Bo', instruction: 'You are Bo.', modelId: 'big', toolsets, skillIds: [] },
      ...{ createdBy: userId, createdAt: 0, updatedAt: 0, version: 1 },
    }
    await agents.create(agent)
    const conversationId = randomIds.next('cnv') as ConversationId
    const begun = { id: conversationId, userId, title: '', agentId: id, session: emptySession }
    await conversations.create({ ...begun, headSeq: 0, createdAt: 0, updatedAt: 0 })
    return { conversationId, id }
  }

  describe(name, { timeout: 60_000 }, () => {
    it('C2: a conversation with an agent uses its toolsets and its model, not the organisation’s', async () => {
      const big = modelWithText('Big.')
      const engine = await started(modelWithText('Small.'), { models: new Map([['big', big]]) })
      const { conversationId } = await agentConversation(['person', 'web', 'gone'])
      const { runId } = await engine.startRun({ principal, conversationId, text: 'hi' })
      expect((await engine.waitForRun({ principal, runId })).status).toBe('completed')
      const [request] = big.requests
      expect(request?.system[0]).toContain('You are Bo.')
      expect(request?.tools.map((tool) => tool.name)).toEqual(['clarify', 'todo'])
      await keepLog(conversationId)
    })

    it('C2: refuses a message for a deleted agent', async () => {
      const engine = await started(modelWithText())
      const { conversationId, id } = await agentConversation(['person'])
      await world.store.tenant(tenantId).agents.remove(id)
      const message = engine.startRun({ principal, conversationId, text: 'hi' })
      await expect(message).rejects.toMatchObject({ problem: { code: 'agent.not-found' } })
      expect(await world.typesOf(conversationId)).toEqual([])
    })

    it('answers, streams text, and waitForRun resolves when the answer is durable', async () => {
      const engine = await started(modelWithText())
      const conversationId = await world.conversation()
      const seen: string[] = []
      engine.liveTexts.subscribe(conversationId, () => {
        seen.push(...engine.liveTexts.of(conversationId).map(({ text }) => text))
      })
      const { runId } = await engine.startRun({ principal, conversationId, text: 'hi' })
      const run = await engine.waitForRun({ principal, runId })
      expect(run.status).toBe('completed')
      expect(seen.at(-1)).toBe('Hello.')
      await expect.poll(() => engine.liveTexts.of(conversationId)).toEqual([])
      expect((await world.typesOf(conversationId)).at(-1)).toBe('run-completed')
      await keepLog(conversationId)
    })

    it('a throwing text listener affects neither the run nor other listeners', async () => {
      const engine = await started(modelWithText())
      const conversationId = await world.conversation()
      let received = ''
      engine.liveTexts.subscribe(conversationId, () => {
        throw new Error('broken listener')
      })
      engine.liveTexts.subscribe(conversationId, () => {
        received = engine.liveTexts.of(conversationId)[0]?.text ?? ''
      })
      const { runId } = await engine.startRun({ principal, conversationId, text: 'hi' })
      expect((await engine.waitForRun({ principal, runId })).status).toBe('completed')
      expect(received).toBe('Hello.')
    })

    it('A7: waitForRun resolves at an approval request, and again after the answer resumed the run', async () => {
      const engine = await started(enabling())
      const { conversationId, runId } = await begin(engine, 'slow')
      expect((await engine.waitForRun({ principal, runId })).status).toBe('waiting')
      await world.approvePending()
      const waitForRun = engine.waitForRun({ principal, runId })
      engine.wake()
      expect((await waitForRun).status).toBe('completed')
      expect(await world.typesOf(conversationId)).toContain('skills-state-changed')
      await keepLog(conversationId)
    })

    it('A7: resumes at start when an approval was answered while the server was down', async () => {
      const first = await started(enabling())
      const { conversationId, runId } = await begin(first, 'slow')
      await first.waitForRun({ principal, runId })
      await stopNow(first)
      await world.approvePending()
      const second = await started(enabling())
      expect((await second.waitForRun({ principal, runId })).status).toBe('completed')
      await keepLog(conversationId)
    })

    it('A7: expires an unanswered approval, and continues the run', async () => {
      const engine = await started(enabling())
      const { conversationId, runId } = await begin(engine, 'slow')
      await engine.waitForRun({ principal, runId })
      world.advance(60 * 60_000)
      const { conversations } = world.store.tenant(tenantId)
      const status = async () => (await conversations.run(userId, runId))?.status
      await expect.poll(status).toBe('completed')
      expect(await world.typesOf(conversationId)).not.toContain('skills-state-changed')
      await keepLog(conversationId)
    })

    it('hands its runs back when it stops, so that the next process continues at once', async () => {
      const { model, release } = pausedModel()
      const stopping = await started(model)
      const { conversationId, runId } = await begin(stopping)
      await expect.poll(() => model.requests.length).toBe(1)
      const stopped = stopNow(stopping)
      release()
      await stopped
      expect((await world.typesOf(conversationId)).at(-1)).toBe('step-completed')
      const next = await started(modelWithText('Never asked.'))
      expect((await next.waitForRun({ principal, runId })).status).toBe('completed')
      const types = await world.typesOf(conversationId)
      expect(types.filter((type) => type === 'step-started')).toHaveLength(1)
    })

    it('accepts nothing new once it stops', async () => {
      const engine = await started(modelWithText())
      await engine.stop()
      await expect(begin(engine)).rejects.toMatchObject({ problem: { code: 'engine.stopping' } })
    })

    it('two engines on one store never work on the same run', async () => {
      const models = [modelWithText('Hello.'), modelWithText('Hello.')]
      const one = await started(models[0] as Model)
      const two = await started(models[1] as Model)
      const { conversationId, runId } = await begin(one)
      two.wake()
      one.wake()
      await two.waitForRun({ principal, runId })
      expect(models.flatMap((model) => model.requests)).toHaveLength(1)
      await keepLog(conversationId)
    })

    it('cancels a run it executes, and aborts the model call', async () => {
      const { model, aborted } = infiniteModel()
      const engine = await started(model)
      const { conversationId, runId } = await begin(engine)
      await expect.poll(() => model.requests.length).toBe(1)
      expect((await engine.cancelRun({ principal, runId })).status).toBe('cancelled')
      await stopNow(engine)
      expect(aborted()).toBe(true)
      expect((await world.typesOf(conversationId)).at(-1)).toBe('run-cancelled')
      await keepLog(conversationId)
    })

    it('cancels a run that waits for a person', async () => {
      const engine = await started(enabling())
      const { conversationId, runId } = await begin(engine, 'slow')
      await engine.waitForRun({ principal, runId })
      expect((await engine.cancelRun({ principal, runId })).status).toBe('cancelled')
      expect((await world.typesOf(conversationId)).at(-1)).toBe('run-cancelled')
      await keepLog(conversationId)
    })

    it('keeps what had arrived of an answer that a person stops, and nothing of a completed step', async () => {
      const engine = await started(stoppedModel)
      const { conversationId, runId } = await begin(engine)
      const text = () => engine.liveTexts.of(conversationId)[0]?.text
      await expect.poll(text).toBe('First, look at the')
      await engine.cancelRun({ principal, runId })
      expect((await world.eventsOf(conversationId)).slice(-2)).toMatchObject([
        { type: 'step-interrupted', step: 2, text: 'First, look at the' },
        { type: 'run-cancelled' },
      ])
      await expect.poll(() => engine.liveTexts.of(conversationId)).toEqual([])
      await keepLog(conversationId)
    })

    it('aborts the model call when another process cancelled the run and the lease is lost', async () => {
      const { model, aborted } = infiniteModel()
      const engine = await started(model)
      const { runId } = await begin(engine)
      await expect.poll(() => model.requests.length).toBe(1)
      const ports = { store: world.store.tenant(tenantId), clock: systemClock }
      await cancelRun(ports, { principal, runId })
      await expect.poll(aborted).toBe(true)
    })

    it('ends a run whose model fails, with the problem', async () => {
      const failing = createScriptedModel(() => {
        const message = 'The provider refused the key.'
        throw new ProblemError({ code: 'model.unauthorized', kind: 'forbidden', message })
      })
      const engine = await started(failing)
      const { conversationId, runId } = await begin(engine)
      const { status } = await engine.waitForRun({ principal, runId })
      expect(status).toBe('failed')
      await keepLog(conversationId)
    })

    it('A8: the run of somebody else can be neither awaited nor cancelled', async () => {
      const engine = await started(modelWithText())
      const { runId } = await begin(engine)
      const outsider = { ...principal, userId: 'usr_2' as UserId }
      const absent = { problem: { code: 'run.not-found' } }
      await expect(engine.waitForRun({ principal: outsider, runId })).rejects.toMatchObject(absent)
      await expect(engine.cancelRun({ principal: outsider, runId })).rejects.toMatchObject(absent)
    })
  })
  return logs
}

/** Looks first; its second answer never ends. */
const stoppedModel: Model = {
  label: 'Slow',
  demo: false,
  step: ({ signal, messages }, onText) => {
    if (messages.length === 1) {
      const toolCalls = [{ id: 'c', name: 'list_enabled_skills', input: {} }]
      const usage = { inputTokens: 0, outputTokens: 0 }
      return Promise.resolve({ text: 'I look.', toolCalls, usage })
    }
    onText('First, look ')
    onText('at the')
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('aborted')))
    })
  },
}
