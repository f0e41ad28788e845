import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ApprovalId } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import { type AgentHarness, createAgentHarness } from '../../testing/agent-harness.ts'
import { ingestedPackage } from '../../testing/ingested-package.ts'
import { createCallingModel, type ScriptedModel } from '../../testing/scripted-model.ts'
import { startRun } from '../conversation/start-run.ts'
import { discovery } from '../toolsets/discovery/discovery.ts'
import { portable } from '../toolsets/portable/portable.ts'
import { workspace } from '../toolsets/workspace/workspace.ts'
import { planClientCall } from './plan-client-call.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const arrival = (name: string, more = '') =>
  ingestedPackage({ frontmatter: `name: ${name}\ndescription: Of ${name}.${more}` }, sha256)

interface Client {
  readonly harness: AgentHarness
  readonly model: ScriptedModel
  /** Calls a tool as a client does; the outcome's status or problem code, or what the plan says. */
  call(name: string, input: JsonObject, approvalId?: ApprovalId): Promise<string>
}

async function connect(options: { policy?: 'prompt-user' | 'auto' } = {}): Promise<Client> {
  const { policy = 'prompt-user' } = options
  const model = createCallingModel()
  const toolsets = [discovery, portable, workspace]
  const harness = await createAgentHarness({
    ...{ model, sha256, toolsets, settings: { skillEnablementPolicy: policy } },
    skills: [arrival('triage'), arrival('reader', '\nallowed-tools: Read'), arrival('notes')],
  })
  let calls = 0
  return {
    harness,
    model,
    call: async (name, input, approvalId) => {
      calls += 1
      const { tenant, principal, conversationId, clock, ports } = harness
      const callId = `call_${calls}`
      const log = await rememberedLog(harness)
      const { approvals, conversations, members } = tenant
      const request = { name, input, callId, approvalId }
      const plan = await planClientCall({ approvals, now: clock.now() }, log, request)
      if (plan.do !== 'start') return plan.do
      const { answered } = plan
      const started = await startRun(
        { conversations, members, clock, ids: ports.ids },
        {
          ...{ principal, conversationId, text: `Call of ${name}` },
          toolsets: toolsets.map((one) => one.name),
          clientCall: {
            ...{ client: 'claude-code 2.1', answered, headSeq: log.length },
            call: { id: callId, name, input },
          },
        },
      )
      await harness.work(started.runId, { fresh: true })
      const ended = (await rememberedLog(harness)).findLast(
        ({ event }) => event.type === 'tool-completed',
      )?.event
      const outcome = ended?.type === 'tool-completed' ? ended.outcome : undefined
      return outcome?.status === 'ok' ? 'ok' : (outcome?.problem.code ?? 'none')
    },
  }
}

async function rememberedLog({ tenant, principal, conversationId, ports }: AgentHarness) {
  const conversation = await tenant.conversations.get(principal.userId, conversationId)
  return conversation ? ports.logs.read(tenant, conversation) : []
}

const enable = { skill_slug: 'triage' }

describe('a call of a client’s own agent', () => {
  it('is a run without a model, through the same gate and into the same log', async () => {
    const { harness, model, call } = await connect({ policy: 'auto' })
    expect(await call('search_skills', { query: 'triage' })).toBe('ok')
    expect(await call('enable_skill', enable)).toBe('ok')
    expect(await call('no_such_tool', {})).toBe('tool.unknown')
    expect(model.requests).toEqual([])
    const [run] = await harness.all('run-started')
    expect(run?.client).toBe('claude-code 2.1')
    expect((await harness.all('run-completed')).length).toBe(3)
    const [message] = await harness.all('message-received')
    expect(message?.byProgram).toBe(true)
  })

  it('keeps its budget and its lists of allowed tools from call to call', async () => {
    const { harness, call } = await connect({ policy: 'auto' })
    expect(await call('use_skill', { name: 'reader' })).toBe('ok')
    const write = { path: 'a.txt', content: 'x' }
    expect(await call('write_file', write)).toBe('tool.not-allowed')
    // As in a turn: a skill without a list takes the place of the one before.
    expect(await call('use_skill', { name: 'notes' })).toBe('ok')
    expect(await call('write_file', write)).toBe('ok')
    expect(await call('enable_skill', enable)).toBe('ok')
    const [state] = (await harness.all('skills-state-changed')).slice(-1)
    expect(state?.state.budgetUsedChars).toBeGreaterThan(0)
  })

  it('gives a skill’s text whenever it is asked for: what the client still has is not known', async () => {
    const { harness, call } = await connect({ policy: 'auto' })
    await call('use_skill', { name: 'notes' })
    await call('use_skill', { name: 'notes' })
    const [, again] = await harness.all('tool-completed')
    expect(JSON.stringify(again?.outcome)).toContain('Do it.')
  })
})

describe('a long conversation of a client', () => {
  it('is not read again for each call, and keeps what it restricts', async () => {
    const { harness, call } = await connect({ policy: 'auto' })
    await call('use_skill', { name: 'reader' })
    const { conversations } = harness.tenant
    const readEvents = conversations.events.bind(conversations)
    let read = 0
    conversations.events = async (...range) => {
      const page = await readEvents(...range)
      read += page.length
      return page
    }
    const readBy: number[] = []
    for (let at = 0; at < 40; at += 1) {
      read = 0
      expect(await call('search_skills', { query: 'notes' })).toBe('ok')
      readBy.push(read)
    }
    expect(readBy.at(-1)).toBe(readBy[1])
    expect(readBy.at(-1)).toBeLessThan(20)
    expect((await harness.log()).length).toBeGreaterThan(200)
    expect(await call('write_file', { path: 'a.txt', content: 'x' })).toBe('tool.not-allowed')
  })
})

describe('a client’s call that a person has to approve', () => {
  it('hands the question back, and does it when the same call comes again after a yes', async () => {
    const { harness, call } = await connect()
    expect(await call('enable_skill', enable)).toBe('approval.pending')
    expect(await call('enable_skill', enable)).toBe('pending')
    // Others go on meanwhile.
    expect(await call('search_skills', { query: 'notes' })).toBe('ok')
    await harness.answer(true)
    expect(await call('enable_skill', enable)).toBe('ok')
    expect((await harness.all('approval-resolved')).length).toBe(1)
    expect((await harness.tenant.approvals.list({}, { limit: 9 })).items.length).toBe(1)
  })

  it('uses an answer once: what was done is reported, and another call asks again', async () => {
    const { harness, call } = await connect()
    await call('enable_skill', enable)
    const { id } = await harness.answer(true)
    expect(await call('enable_skill', enable, id)).toBe('ok')
    expect(await call('enable_skill', enable, id)).toBe('repeated')
    expect(await call('disable_skill', { skill_slug: 'triage' })).toBe('ok')
    expect(await call('enable_skill', enable)).toBe('approval.pending')
  })

  it('is told of a no, and may ask again', async () => {
    const { harness, call } = await connect()
    await call('enable_skill', enable)
    await harness.answer(false)
    expect(await call('enable_skill', enable)).toBe('approval.denied')
    expect(await call('enable_skill', enable)).toBe('approval.pending')
  })

  it('asks again when the skill changed between the answer and the call, or the time ran out', async () => {
    const { harness, call } = await connect()
    await call('enable_skill', enable)
    await harness.answer(true)
    const changed = ingestedPackage(
      { frontmatter: 'name: triage\ndescription: Of triage.', body: 'Send all.' },
      sha256,
    )
    await harness.tenant.skills.save([changed], 'upsert')
    expect(await call('enable_skill', enable)).toBe('approval.stale')
    await call('enable_skill', enable)
    harness.clock.advance(10_000_000_000)
    expect(await call('enable_skill', enable)).toBe('approval.pending')
  })

  it('answers only the call that was asked about', async () => {
    const { harness, call } = await connect()
    await call('enable_skill', enable)
    const { id } = await harness.answer(true)
    expect(await call('enable_skill', { skill_slug: 'notes' }, id)).toBe('approval.pending')
    expect(await call('enable_skill', enable)).toBe('ok')
  })
})
