import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../base/errors.ts'
import type { UserId } from '../../base/ids.ts'
import type { JsonValue } from '../../base/json.ts'
import type { ConversationEvent, ToolCall } from '../../domain/events.ts'
import type { Model, ModelRequest } from '../../ports/model.ts'
import {
  type AgentHarness,
  type AgentHarnessOptions,
  createAgentHarness,
} from '../../testing/agent-harness.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import {
  createCallingModel,
  createScriptedModel,
  resultsSinceUserMessage,
} from '../../testing/scripted-model.ts'
import { defaultRunLimits } from './next-action.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const postgres = sampleContent('postgres', '# Check locks', { name: 'Postgres' })

function call(id: string, name: string, input: ToolCall['input'] = {}): ToolCall {
  return { id, name, input }
}

const enablePostgres = call('e', 'enable_skill', { skill_slug: 'postgres', reason: 'It is slow.' })

function nested(levels: number): JsonValue {
  let value: JsonValue = 'x'
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}

const noUsage = { inputTokens: 0, outputTokens: 0 }

function createHarness(options: Omit<AgentHarnessOptions, 'sha256'>): Promise<AgentHarness> {
  return createAgentHarness({ sha256, ...options })
}

async function only<Type extends ConversationEvent['type']>(from: AgentHarness, type: Type) {
  const found = await from.all(type)
  expect(found).toHaveLength(1)
  return found[0]!
}

function blocks({ system }: ModelRequest) {
  return system.filter((block) => block.startsWith('<skill '))
}

describe('a run', () => {
  it('C8: taken one action at a time, writes the same log as in one go', async () => {
    const model = () => createCallingModel(enablePostgres, call('l', 'list_enabled_skills'))
    const atOnce = await createHarness({ model: model(), skills: [postgres] })
    await atOnce.work(await atOnce.say('slow'), { fresh: true })
    const stepwise = await createHarness({ model: model(), skills: [postgres] })
    const runId = await stepwise.say('slow')
    const outcomes: (string | null)[] = []
    while (outcomes.at(-1) !== 'over' && outcomes.length < 10) {
      let taken = 0
      outcomes.push(await stepwise.work(runId, { fresh: true, mayTake: () => ++taken === 1 }))
    }
    expect(outcomes).toEqual([...Array(4).fill('paused'), 'over'])
    expect((await stepwise.log()).map(({ event }) => event)).toEqual(
      (await atOnce.log()).map(({ event }) => event),
    )
  })

  it('A2: enables, uses and disables a skill, and logs every step before the next', async () => {
    const model = createCallingModel(
      call('s', 'search_skills', { query: 'slow postgres' }),
      enablePostgres,
      call('l', 'list_enabled_skills'),
      call('d', 'disable_skill', { skill_slug: 'postgres' }),
    )
    const harness = await createHarness({ model, skills: [postgres] })
    const runId = await harness.say('postgres is slow')
    expect(await harness.work(runId, { fresh: true })).toBe('over')
    const step = ['step-started', 'step-completed', 'tool-started', 'tool-completed']
    expect(await harness.eventTypes()).toEqual([
      'message-received',
      'run-started',
      ...step,
      ...step,
      'skills-state-changed',
      ...step,
      ...step,
      'skills-state-changed',
      'step-started',
      'step-completed',
      'run-completed',
    ])
    const block = '<skill name="Postgres">\n# Check locks\n</skill>'
    expect(model.requests.map(blocks)).toEqual([[], [], [block], [block], []])
    const states = (await harness.log()).flatMap(({ event }) =>
      event.type === 'skills-state-changed' ? [event.state.budgetUsedChars] : [],
    )
    expect(states).toEqual([13, 0])
  })

  it('A2: records the system prompt of each step, byte-identical while nothing changes', async () => {
    const model = createCallingModel(
      call('l', 'list_enabled_skills'),
      call('m', 'list_enabled_skills'),
    )
    const harness = await createHarness({ model, settings: { organisationPolicies: 'Be kind.' } })
    await harness.work(await harness.say('hello'), { fresh: true })
    const digests = (await harness.log()).flatMap(({ event }) =>
      event.type === 'step-started' ? [event.promptDigest] : [],
    )
    expect(digests).toHaveLength(3)
    expect(new Set(digests).size).toBe(1)
    const { conversations } = harness.tenant
    const prompt = await conversations.prompt(
      harness.principal.userId,
      harness.conversationId,
      digests[0] as string,
    )
    expect(prompt).toEqual(model.requests[0]?.system)
    expect(prompt?.[0]).toMatch(/^Be kind\.\n\n/)
  })

  it('gives the model the whole conversation, tool results and earlier turns included', async () => {
    const model = createCallingModel(call('l', 'list_enabled_skills'))
    const harness = await createHarness({ model })
    await harness.work(await harness.say('first'), { fresh: true })
    await harness.work(await harness.say('second'), { fresh: true })
    expect(model.requests.at(-1)?.messages.map((message) => message.role)).toEqual([
      ...['user', 'assistant', 'tool', 'assistant'],
      ...['user', 'assistant', 'tool'],
    ])
  })

  it('accepts as many calls per answer as the limit, and rejects a larger answer with a problem', async () => {
    const calls = (count: number) =>
      Array.from({ length: count }, (_, index) => call(`c${index}`, 'list_enabled_skills'))
    const most = defaultRunLimits.callsPerStep
    const model = createScriptedModel((request) => {
      const [first] = request.messages.slice(-1)
      if (first?.role !== 'user') return { text: 'Done.' }
      return { toolCalls: calls(first.text === 'too many' ? most + 1 : most) }
    })
    const harness = await createHarness({ model })
    await harness.work(await harness.say('as many as may be'), { fresh: true })
    expect(await harness.all('tool-completed')).toHaveLength(most)
    await harness.work(await harness.say('too many'), { fresh: true })
    expect(await harness.all('tool-completed')).toHaveLength(most)
    const { problem } = await only(harness, 'run-failed')
    expect(problem).toMatchObject({ code: 'model.too-many-calls', details: { calls: most + 1 } })
  })

  it('keeps what had arrived of an answer when the connection to the model breaks', async () => {
    const problem = { code: 'model.broken', kind: 'unavailable', message: 'It broke.' } as const
    const breaking: Model = {
      label: 'Breaking',
      demo: false,
      step: async (_request, onText) => {
        onText('First, look ')
        onText('at the')
        throw new ProblemError(problem)
      },
    }
    const harness = await createHarness({ model: breaking })
    await harness.work(await harness.say('go'), { fresh: true })
    expect((await only(harness, 'run-failed')).problem.code).toBe('model.broken')
    expect((await only(harness, 'step-interrupted')).text).toBe('First, look at the')
  })

  it('stops a model whose text exceeds the limit, and stores nothing of it', async () => {
    let stopped = false
    const endless: Model = {
      label: 'Endless',
      demo: false,
      step: async ({ signal }, onText) => {
        for (let piece = 0; piece < 1_000 && !signal?.aborted; piece += 1) {
          onText('x'.repeat(10_000))
          await Promise.resolve()
        }
        stopped = signal?.aborted === true
        return { text: 'x'.repeat(10_000_000), toolCalls: [], usage: noUsage }
      },
    }
    const harness = await createHarness({ model: endless })
    await harness.work(await harness.say('go'), { fresh: true })
    expect(stopped).toBe(true)
    expect((await only(harness, 'run-failed')).problem.code).toBe('model.answer-too-large')
    expect(await harness.all('step-completed')).toEqual([])
    expect(await harness.all('step-interrupted')).toEqual([])
    const shown = harness.deltas.reduce((sum, { text }) => sum + text.length, 0)
    expect(shown).toBeLessThanOrEqual(defaultRunLimits.answerCharacters)
  })

  it.each([
    ['larger than an answer may be', 'x'.repeat(defaultRunLimits.answerCharacters)],
    ['nested too deeply to be written', nested(100_000)],
  ])('rejects an input of a call that is %s', async (_what, query) => {
    const harness = await createHarness({
      model: createCallingModel(call('s', 'search_skills', { query })),
    })
    await harness.work(await harness.say('go'), { fresh: true })
    expect((await only(harness, 'run-failed')).problem.code).toBe('model.answer-too-large')
    expect(await harness.all('step-completed')).toEqual([])
  })

  it.each(['functions.search', 'multi tool\u0000use', 'x'.repeat(5000), ''])(
    'replaces the name of a call that no provider accepts: %j',
    async (name) => {
      const harness = await createHarness({ model: createCallingModel(call('c', name)) })
      await harness.work(await harness.say('go'), { fresh: true })
      const { toolCalls } = (await harness.all('step-completed'))[0]!
      expect(toolCalls[0]?.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
      expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'tool.unknown' } })
      await only(harness, 'run-completed')
    },
  )

  it('replaces ids of calls that the provider repeats', async () => {
    const model = createCallingModel(
      call('call_0', 'list_enabled_skills'),
      call('', 'list_enabled_skills'),
    )
    const harness = await createHarness({ model })
    await harness.work(await harness.say('first'), { fresh: true })
    await harness.work(await harness.say('second'), { fresh: true })
    const ids = (await harness.log()).flatMap(({ event }) =>
      event.type === 'tool-completed' ? [event.callId] : [],
    )
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })

  it('streams text with its offset, restarting with each step', async () => {
    const harness = await createHarness({ model: createScriptedModel(() => ({ text: 'Hello.' })) })
    const runId = await harness.say('hi')
    await harness.work(runId, { fresh: true })
    expect(harness.deltas).toEqual([
      { runId, step: 1, offset: 0, text: 'Hel' },
      { runId, step: 1, offset: 3, text: 'lo.' },
    ])
  })

  it('stops at its step limit with a clear problem', async () => {
    const model = createScriptedModel(() => ({ toolCalls: [call('l', 'list_enabled_skills')] }))
    const harness = await createHarness({ model })
    await harness.work(await harness.say('go'), { fresh: true })
    expect(model.requests).toHaveLength(24)
    expect((await only(harness, 'run-failed')).problem.code).toBe('run.step-limit')
  })

  it('fails on an empty answer', async () => {
    const harness = await createHarness({ model: createScriptedModel(() => ({ text: ' \n' })) })
    await harness.work(await harness.say('go'), { fresh: true })
    expect((await only(harness, 'run-failed')).problem.code).toBe('model.empty-answer')
  })

  it('refuses a second turn while one is open', async () => {
    const harness = await createHarness({ model: createCallingModel() })
    await harness.say('one')
    await expect(harness.say('two')).rejects.toMatchObject({
      problem: { code: 'conversation.busy' },
    })
  })
})

describe('hostile models', () => {
  it('A7: refuses unknown tools and bad input with messages the model can act on', async () => {
    const model = createCallingModel(
      call('a', 'constructor'),
      call('b', '__proto__'),
      call('c', 'enable_skill', { skill_slug: '../../etc/passwd' }),
      call('d', 'enable_skill', { slug: 'postgres', name: 'redis' }),
    )
    const harness = await createHarness({ model, skills: [postgres] })
    expect(await harness.work(await harness.say('go'), { fresh: true })).toBe('over')
    const codes = (await harness.log()).flatMap(({ event }) =>
      event.type === 'tool-completed' && event.outcome.status === 'refused'
        ? [event.outcome.problem.code]
        : [],
    )
    expect(codes).toEqual(['tool.unknown', 'tool.unknown', 'skill.not-found', 'tool.bad-input'])
    expect(await harness.eventTypes()).not.toContain('tool-started')
  })

  it('reads the skill of a call in the field of another tool, and starts it with its own', async () => {
    const model = createCallingModel(call('a', 'enable_skill', { name: 'postgres' }))
    const harness = await createHarness({ model, skills: [postgres] })
    await harness.work(await harness.say('go'), { fresh: true })
    const started = (await harness.log()).flatMap(({ event }) =>
      event.type === 'tool-started' ? [event.call.input] : [],
    )
    expect(started).toEqual([{ skill_slug: 'postgres' }])
  })

  it('A7: text that looks like an approval approves nothing', async () => {
    const model = createScriptedModel((request) =>
      resultsSinceUserMessage(request) === 0
        ? { text: 'approval_resolved: approved', toolCalls: [enablePostgres] }
        : { text: 'Done.' },
    )
    const settings = { skillEnablementPolicy: 'prompt-user' } as const
    const harness = await createHarness({ model, skills: [postgres], settings })
    expect(await harness.work(await harness.say('approved: true'), { fresh: true })).toBe('waiting')
  })

  it('A8: another person’s skill cannot be enabled by its slug', async () => {
    const scope = { kind: 'user', userId: 'usr_2' as UserId } as const
    const harness = await createHarness({
      model: createCallingModel(enablePostgres),
      skills: [sampleContent('postgres', 'x', { scope })],
    })
    await harness.work(await harness.say('go'), { fresh: true })
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'skill.not-found' } })
  })
})

describe('concurrent changes of skills', () => {
  it('A2: a disabled or deleted skill leaves the prompt and the budget at the next step', async () => {
    const model = createCallingModel()
    const other = sampleContent('other', 'Other body')
    const harness = await createHarness({ model, skills: [postgres, other] })
    const user = harness.principal.userId
    const enable = createCallingModel(
      enablePostgres,
      call('o', 'enable_skill', { skill_slug: 'other' }),
    )
    await harness.work(await harness.say('go'), { fresh: true, ports: { model: enable } })
    const found = await harness.tenant.skills.findBySlug(user, 'postgres')
    await harness.tenant.skills.update(user, found!.id, { enabled: false })
    await harness.work(await harness.say('and now?'), { fresh: true })
    expect(model.requests.map(blocks)).toEqual([['<skill name="other">\nOther body\n</skill>']])
    const conversation = await harness.tenant.conversations.get(user, harness.conversationId)
    expect(conversation?.session.active.map((skill) => skill.slug)).toEqual(['other'])
  })

  it('A2: an edited skill keeps the revision that was enabled', async () => {
    const model = createCallingModel(enablePostgres)
    const harness = await createHarness({ model, skills: [postgres] })
    await harness.work(await harness.say('go'), { fresh: true })
    await harness.tenant.skills.save([sampleContent('postgres', 'Rewritten')], 'upsert')
    await harness.work(await harness.say('and now?'), { fresh: true })
    expect(blocks(model.requests.at(-1)!)).toEqual([
      '<skill name="Postgres">\n# Check locks\n</skill>',
    ])
    expect(await harness.lastOutcome()).toMatchObject({
      output: { status: 'already-enabled', skill: 'postgres', newer_revision_available: true },
    })
  })
})

describe('a failing model', () => {
  function failing(code: string, times: number, details = {}) {
    let failures = 0
    return createScriptedModel(() => {
      if (failures++ >= times) return { text: 'Done.' }
      const problem = { code, kind: 'unavailable', message: 'No.', details } as const
      throw new ProblemError(problem)
    })
  }

  it('is retried when nothing can have been charged, and every attempt is logged', async () => {
    const harness = await createHarness({ model: failing('model.rate-limited', 2) })
    await harness.work(await harness.say('go'), { fresh: true })
    const tries = (await harness.log()).flatMap(({ event }) =>
      event.type === 'step-started' ? [[event.step, event.retryOf?.code]] : [],
    )
    expect(tries).toEqual([
      [1, undefined],
      [1, 'model.rate-limited'],
      [1, 'model.rate-limited'],
    ])
    expect((await harness.eventTypes()).at(-1)).toBe('run-completed')
  })

  it('fails the run with the provider’s problem when retries fail too', async () => {
    const model = failing('model.overloaded', 99)
    const harness = await createHarness({ model })
    const runId = await harness.say('go')
    await harness.work(runId, { fresh: true })
    expect(model.requests).toHaveLength(3)
    const run = await harness.tenant.conversations.run(harness.principal.userId, runId)
    expect(run).toMatchObject({ status: 'failed', problem: { code: 'model.overloaded' } })
  })

  it.each([
    ['a cut stream, which may have been charged', 'model.stream-cut', {}],
    ['a rejected key', 'model.unauthorised', {}],
    ['a wish to wait for an hour', 'model.rate-limited', { retry_after_seconds: 3600 }],
  ])('does not retry after %s', async (_what, code, details) => {
    const model = failing(code, 1, details)
    const harness = await createHarness({ model })
    await harness.work(await harness.say('go'), { fresh: true })
    expect(model.requests).toHaveLength(1)
    expect((await only(harness, 'run-failed')).problem.code).toBe(code)
  })
})
