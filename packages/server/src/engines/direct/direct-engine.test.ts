import {
  type Agent,
  type AgentId,
  answerApproval,
  type ConversationEvent,
  type ConversationId,
  cancelRun,
  createInProcessSegmentBuilder,
  createSkillSearch,
  defaultSettings,
  emptySession,
  type Model,
  noPromptContext,
  type Principal,
  type RunId,
  rolePermissions,
  type Store,
  type TenantId,
  type UserId,
} from '@repertoire/core'
import {
  createFixedClock,
  createInMemoryStore,
  createScriptedModel,
  createSequentialIds,
  type FixedClock,
  judgeByWords,
  resultsSinceUserMessage,
  sampleArrival,
} from '@repertoire/core/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sha256 } from '../../platform/system-ports.ts'
import type { Timers } from '../../platform/timers.ts'
import type { Engine } from '../engine.ts'
import type { EngineOptions } from '../runs/run-services.ts'
import { createDirectEngine } from './direct-engine.ts'

const tenantId = 'org_1' as TenantId
const userId = 'usr_1' as UserId
const principal: Principal = {
  tenantId,
  userId,
  role: 'owner',
  permissions: rolePermissions('owner'),
}

/** Timers that the test drives: `tick` runs everything that repeats. */
function manualTimers(): Timers & { tick(): void } {
  const tasks = new Set<() => void>()
  return {
    tick: () => {
      for (const task of tasks) task()
    },
    every: (_milliseconds, task) => {
      tasks.add(task)
      return () => tasks.delete(task)
    },
    wait: (_milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve())
      }),
  }
}

let clock: FixedClock
let store: Store
let timers: ReturnType<typeof manualTimers>
const engines: Engine[] = []
const ids = createSequentialIds()

beforeEach(async () => {
  clock = createFixedClock()
  store = createInMemoryStore({ clock })
  timers = manualTimers()
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
  const tenant = store.tenant(tenantId)
  await tenant.members.create({ id: userId, name: 'Ada', role: 'owner', createdAt: 0 })
  await tenant.settings.put({ ...defaultSettings, skillEnablementPolicy: 'prompt-user' })
  await tenant.skills.save([sampleArrival('postgres', '# Check locks')], 'create')
})

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
})

function engineWith(model: Model, change: Partial<EngineOptions> = {}): Engine {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const search = createSkillSearch({ store, segments: createInProcessSegmentBuilder() })
  const promptContext = noPromptContext
  const ports = {
    store,
    model,
    search,
    promptContext,
    clock,
    ids,
    sha256,
    judgeOf: () => judgeByWords,
    timers,
  }
  const engine = createDirectEngine({ ...ports, logger: silent, ...change })
  engines.push(engine)
  return engine
}

async function conversation(): Promise<ConversationId> {
  const id = ids.next('cnv') as ConversationId
  const times = { createdAt: clock.now(), updatedAt: clock.now() }
  const empty = { title: '', agentId: null, session: emptySession, headSeq: 0 }
  await store.tenant(tenantId).conversations.create({ id, userId, ...empty, ...times })
  return id
}

async function eventTypes(id: ConversationId): Promise<readonly ConversationEvent['type'][]> {
  const range = { after: 0, limit: 1000 }
  const log = await store.tenant(tenantId).conversations.events(userId, id, range)
  return log.map(({ event }) => event.type)
}

async function answerPending(approved: boolean): Promise<void> {
  const tenant = store.tenant(tenantId)
  const { items } = await tenant.approvals.list({ status: 'pending' }, { limit: 10 })
  for (const { id } of items) {
    await answerApproval(tenant, principal, { id, approved, note: '', now: clock.now() })
  }
}

const enabling = () =>
  createScriptedModel((request) =>
    resultsSinceUserMessage(request) === 0
      ? { toolCalls: [{ id: 'e', name: 'enable_skill', input: { skill_slug: 'postgres' } }] }
      : { text: 'Done.' },
  )

const modelSaying = (text = 'Hello.') => createScriptedModel(() => ({ text }))

/** A model that answers only when it is released. */
function held() {
  const waiting: (() => void)[] = []
  const model = createScriptedModel(async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { text: 'At last.' }
  })
  return { model, release: () => waiting.splice(0).forEach((resolve) => void resolve()) }
}

async function agentConversation(toolsets: readonly string[]) {
  const { agents, conversations } = store.tenant(tenantId)
  const id = ids.next('agt') as AgentId
  const agent: Agent = {
    ...{ id, name: 'Bo', instruction: 'You are Bo.', modelId: 'big', toolsets, skillIds: [] },
    ...{ createdBy: userId, createdAt: 0, updatedAt: 0, version: 1 },
  }
  await agents.create(agent)
  const conversationId = ids.next('cnv') as ConversationId
  const times = { createdAt: clock.now(), updatedAt: clock.now() }
  const begun = { id: conversationId, userId, title: '', agentId: id, session: emptySession }
  await conversations.create({ ...begun, headSeq: 0, ...times })
  return { conversationId, id }
}

describe('the direct engine', () => {
  it('C2: a conversation with an agent uses its toolsets and its model, not the organisation’s', async () => {
    const big = modelSaying('Big.')
    const engine = engineWith(modelSaying('Small.'), { models: new Map([['big', big]]) })
    const { conversationId } = await agentConversation(['person', 'web', 'gone'])
    const { runId } = await engine.startRun({ principal, conversationId, text: 'hi' })
    expect((await engine.waitForRun({ principal, runId })).status).toBe('completed')
    const [request] = big.requests
    expect(request?.system[0]).toContain('You are Bo.')
    expect(request?.tools.map(({ name }) => name)).toEqual(['clarify', 'todo'])
  })

  it('C2: refuses a message for a deleted agent', async () => {
    const engine = engineWith(modelSaying())
    const { conversationId, id } = await agentConversation(['person'])
    await store.tenant(tenantId).agents.remove(id)
    const message = engine.startRun({ principal, conversationId, text: 'hi' })
    await expect(message).rejects.toMatchObject({ problem: { code: 'agent.not-found' } })
    expect(await eventTypes(conversationId)).toEqual([])
  })

  it('answers, streams text, and waitForRun resolves when the answer is durable', async () => {
    const engine = engineWith(modelSaying())
    const conversationId = await conversation()
    const seen: string[] = []
    engine.liveTexts.subscribe(conversationId, () => {
      seen.push(...engine.liveTexts.of(conversationId).map(({ text }) => text))
    })
    const { runId } = await engine.startRun({ principal, conversationId, text: 'hi' })
    const run = await engine.waitForRun({ principal, runId })
    expect(run.status).toBe('completed')
    expect(seen.at(-1)).toBe('Hello.')
    expect(engine.liveTexts.of(conversationId)).toEqual([])
    expect((await eventTypes(conversationId)).at(-1)).toBe('run-completed')
  })

  it('a throwing text listener affects neither the run nor other listeners', async () => {
    const engine = engineWith(modelSaying())
    const conversationId = await conversation()
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
    const engine = engineWith(enabling())
    const conversationId = await conversation()
    const { runId } = await engine.startRun({ principal, conversationId, text: 'slow' })
    expect((await engine.waitForRun({ principal, runId })).status).toBe('waiting')
    await answerPending(true)
    const waitForRun = engine.waitForRun({ principal, runId })
    engine.wake()
    expect((await waitForRun).status).toBe('completed')
    expect(await eventTypes(conversationId)).toContain('skills-state-changed')
  })

  it('A7: resumes at start when an approval was answered while the server was down', async () => {
    const first = engineWith(enabling())
    const conversationId = await conversation()
    const { runId } = await first.startRun({ principal, conversationId, text: 'slow' })
    await first.waitForRun({ principal, runId })
    await first.stop()
    await answerPending(true)
    const second = engineWith(enabling())
    await second.start()
    expect((await second.waitForRun({ principal, runId })).status).toBe('completed')
  })

  it('A7: expires an unanswered approval, and continues the run', async () => {
    const engine = engineWith(enabling())
    await engine.start()
    const conversationId = await conversation()
    const { runId } = await engine.startRun({ principal, conversationId, text: 'slow' })
    await engine.waitForRun({ principal, runId })
    clock.advance(60 * 60_000)
    timers.tick()
    const { conversations } = store.tenant(tenantId)
    const status = async () => (await conversations.run(userId, runId))?.status
    await expect.poll(status).toBe('completed')
    expect(await eventTypes(conversationId)).not.toContain('skills-state-changed')
  })

  it('resumes a run cut off by kill -9 once its lease has expired, not before', async () => {
    const { model } = held()
    const crashing = engineWith(model, { timers: manualTimers() })
    engines.pop()
    const conversationId = await conversation()
    const { runId } = await crashing.startRun({ principal, conversationId, text: 'hi' })
    await expect.poll(() => model.requests.length).toBe(1)
    const next = engineWith(modelSaying())
    await next.start()
    expect(await eventTypes(conversationId)).not.toContain('run-resumed')
    clock.advance(10_001)
    timers.tick()
    expect((await next.waitForRun({ principal, runId })).status).toBe('completed')
    expect(
      (await eventTypes(conversationId)).filter((type) => type === 'run-resumed'),
    ).toHaveLength(1)
  })

  it('hands its runs back when it stops, so that the next process continues at once', async () => {
    const { model, release } = held()
    const stopping = engineWith(model)
    const conversationId = await conversation()
    const { runId } = await stopping.startRun({ principal, conversationId, text: 'hi' })
    await expect.poll(() => model.requests.length).toBe(1)
    const stopped = stopping.stop()
    release()
    await stopped
    expect((await eventTypes(conversationId)).at(-1)).toBe('step-completed')
    const next = engineWith(modelSaying('Never asked.'))
    await next.start()
    expect((await next.waitForRun({ principal, runId })).status).toBe('completed')
    expect(
      (await eventTypes(conversationId)).filter((type) => type === 'step-started'),
    ).toHaveLength(1)
  })

  it('accepts nothing new once it stops', async () => {
    const engine = engineWith(modelSaying())
    await engine.stop()
    const conversationId = await conversation()
    await expect(engine.startRun({ principal, conversationId, text: 'hi' })).rejects.toMatchObject({
      problem: { code: 'engine.stopping' },
    })
  })

  it('executes no more runs at once than configured, and the others in turn', async () => {
    const { model, release } = held()
    // Of three slots, one stays free for other organisations.
    const engine = engineWith(model, { concurrency: 3 })
    const runs: RunId[] = []
    for (let n = 0; n < 5; n += 1) {
      const conversationId = await conversation()
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

  it('two engines on one store never work on the same run', async () => {
    const models = [modelSaying('One.'), modelSaying('Two.')]
    const both = models.map((model) => engineWith(model))
    const conversationId = await conversation()
    const [one, two] = both as [Engine, Engine]
    const { runId } = await one.startRun({ principal, conversationId, text: 'hi' })
    two.wake()
    one.wake()
    await two.waitForRun({ principal, runId })
    expect(models.flatMap((model) => model.requests)).toHaveLength(1)
  })

  it('cancels a run it executes, and aborts the model call', async () => {
    let aborted = false
    const model = createScriptedModel(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            aborted = true
            reject(new Error('aborted'))
          })
        }),
    )
    const engine = engineWith(model)
    const conversationId = await conversation()
    const { runId } = await engine.startRun({ principal, conversationId, text: 'hi' })
    await expect.poll(() => model.requests.length).toBe(1)
    expect((await engine.cancelRun({ principal, runId })).status).toBe('cancelled')
    await engine.stop()
    expect(aborted).toBe(true)
    expect((await eventTypes(conversationId)).at(-1)).toBe('run-cancelled')
  })

  it('keeps what had arrived of an answer that a person stops, and nothing of a completed step', async () => {
    const usage = { inputTokens: 0, outputTokens: 0 }
    const stopped: Model = {
      label: 'Slow',
      demo: false,
      step: ({ signal, messages }, onText) => {
        if (messages.length === 1) {
          const toolCalls = [{ id: 'c', name: 'list_enabled_skills', input: {} }]
          return Promise.resolve({ text: 'I look.', toolCalls, usage })
        }
        onText('First, look ')
        onText('at the')
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')))
        })
      },
    }
    const engine = engineWith(stopped)
    const conversationId = await conversation()
    const { runId } = await engine.startRun({ principal, conversationId, text: 'hi' })
    await expect.poll(() => engine.liveTexts.of(conversationId)[0]?.text).toBe('First, look at the')
    await engine.cancelRun({ principal, runId })
    const log = await store
      .tenant(tenantId)
      .conversations.events(principal.userId, conversationId, { after: 0, limit: 100 })
    expect(log.slice(-2).map(({ event }) => event)).toMatchObject([
      { type: 'step-interrupted', step: 2, text: 'First, look at the' },
      { type: 'run-cancelled' },
    ])
    await expect.poll(() => engine.liveTexts.of(conversationId)).toEqual([])
  })

  it('aborts the model call when another process cancelled the run and the lease is lost', async () => {
    const { model, release } = held()
    const engine = engineWith(model)
    const conversationId = await conversation()
    const { runId } = await engine.startRun({ principal, conversationId, text: 'hi' })
    await expect.poll(() => model.requests.length).toBe(1)
    await cancelRun({ store: store.tenant(tenantId), clock }, { principal, runId })
    timers.tick()
    await expect.poll(() => model.requests[0]?.signal?.aborted).toBe(true)
    release()
  })

  it('A8: the run of somebody else can be neither awaited nor cancelled', async () => {
    const engine = engineWith(modelSaying())
    const conversationId = await conversation()
    const { runId } = await engine.startRun({ principal, conversationId, text: 'hi' })
    const outsider = { ...principal, userId: 'usr_2' as UserId }
    const absent = { problem: { code: 'run.not-found' } }
    await expect(engine.waitForRun({ principal: outsider, runId })).rejects.toMatchObject(absent)
    await expect(engine.cancelRun({ principal: outsider, runId })).rejects.toMatchObject(absent)
  })
})
