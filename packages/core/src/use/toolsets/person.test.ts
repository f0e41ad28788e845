import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ProblemError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import type { ToolCall } from '../../domain/events.ts'
import { type AgentHarness, createAgentHarness } from '../../testing/agent-harness.ts'
import { workThroughCrashes } from '../../testing/crash-injection.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { answerApproval, maxNoteLength } from '../approvals/answer-approval.ts'
import { person } from './person.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const call = (name: string, input: JsonObject, id = 'call_1'): ToolCall => ({ id, name, input })
const question = { question: 'Which database?', options: ['orders', 'billing'] }

function setUp(...calls: readonly ToolCall[]): Promise<AgentHarness> {
  const settings = { approvalTtlMinutes: 1 }
  return createAgentHarness({
    sha256,
    settings,
    model: createCallingModel(...calls),
    toolsets: [person],
  })
}

/** A run that waits for the answer to `question`. */
async function createWaitingRun() {
  const harness = await setUp(call('clarify', question))
  const runId = await harness.say('It is slow.')
  expect(await harness.work(runId, { fresh: true })).toBe('waiting')
  return { harness, runId }
}

async function refusal(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'accepted',
    (error: ProblemError) => error.problem.code,
  )
}

describe('clarify', () => {
  it('A7: shows the agent’s question, and the answer is the result', async () => {
    const { harness, runId } = await createWaitingRun()
    expect(await harness.all('approval-required')).toMatchObject([
      { approvalType: 'clarification', subject: question, callId: 'call_1' },
    ])
    await harness.answer(true, 'The new one')
    expect(await harness.work(runId)).toBe('over')
    expect(await harness.lastOutcome()).toEqual({ status: 'ok', output: { answer: 'The new one' } })
  })

  it('A7: skipping it tells the model that the person chose not to answer', async () => {
    const { harness, runId } = await createWaitingRun()
    await harness.answer(false)
    await harness.work(runId)
    expect(await harness.lastOutcome()).toMatchObject({
      status: 'refused',
      problem: {
        code: 'approval.denied',
        message: 'The person chose not to answer your question.',
      },
    })
  })

  it('A7: an expired question is reported to the model', async () => {
    const { harness, runId } = await createWaitingRun()
    harness.clock.advance(60_001)
    expect(await refusal(harness.answer(true, 'too late'))).toBe('approval.expired')
    await harness.work(runId)
    expect(await harness.lastOutcome()).toMatchObject({
      status: 'refused',
      problem: {
        code: 'approval.expired',
        message: 'Nobody answered your question in time.',
      },
    })
  })

  it('A7: refuses an empty answer, and a too long one', async () => {
    const { harness } = await createWaitingRun()
    expect(await refusal(harness.answer(true, ' \n'))).toBe('approval.answer-missing')
    const endless = 'x'.repeat(maxNoteLength + 1)
    expect(await refusal(harness.answer(true, endless))).toBe('approval.note-too-long')
    expect(await refusal(harness.answer(true, endless.slice(1)))).toBe('accepted')
  })

  it('A7: an owner can neither see nor answer a member’s clarification', async () => {
    const { harness } = await createWaitingRun()
    const { items } = await harness.tenant.approvals.list({}, { limit: 1 })
    const owner = { ...harness.principal, userId: 'usr_owner' as typeof harness.principal.userId }
    const answer = { id: items[0]!.id, approved: true, note: 'me', now: harness.clock.now() }
    expect(await refusal(answerApproval(harness.tenant, owner, answer))).toBe('approval.not-found')
  })

  it.each([
    ['no question', { question: '  ' }],
    ['seven options', { question: 'Which?', options: ['1', '2', '3', '4', '5', '6', '7'] }],
    ['the same option twice', { question: 'Which?', options: ['a', ' a '] }],
    ['an empty option', { question: 'Which?', options: ['a', ' '] }],
    ['too long a question', { question: 'x'.repeat(2001) }],
  ])('A7: %s is refused before a request', async (_what, input) => {
    const harness = await setUp(call('clarify', input))
    expect(await harness.work(await harness.say('go'), { fresh: true })).toBe('over')
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'tool.bad-input' } })
    expect(await harness.all('approval-required')).toEqual([])
  })

  it.each(['before', 'after'] as const)(
    'A7: is asked once and answered once when the process crashes %s any one port call',
    async (when) => {
      const list = { items: [{ text: 'Ask', status: 'done' }] }
      const calls = [call('clarify', question), call('todo', list, 'call_2')]
      const expectComplete = async (harness: AgentHarness) => {
        expect(await harness.all('approval-required')).toHaveLength(1)
        expect(await harness.all('todo-changed')).toHaveLength(1)
        const done = await harness.all('tool-completed')
        expect(done.map(({ outcome }) => outcome)).toEqual([
          { status: 'ok', output: { answer: 'Yes.' } },
          { status: 'ok', output: list },
        ])
      }
      const uninterrupted = await setUp(...calls)
      const portCalls = await workThroughCrashes(uninterrupted, await uninterrupted.say('go'), [])
      await expectComplete(uninterrupted)
      for (let at = 1; at <= portCalls; at += 1) {
        const harness = await setUp(...calls)
        await workThroughCrashes(harness, await harness.say('go'), [{ at, when }])
        await expectComplete(harness)
      }
    },
  )
})

describe('todo', () => {
  const item = (text: string) => ({ text, status: 'open' as const })

  it('replaces the list and returns it; the log has each version', async () => {
    const first = { items: [item('Look'), { text: 'Fix', status: 'in-progress' }] }
    const harness = await setUp(call('todo', first), call('todo', { items: [] }, 'call_2'))
    await harness.work(await harness.say('go'), { fresh: true })
    expect((await harness.all('todo-changed')).map(({ items }) => items)).toEqual([first.items, []])
    expect(await harness.lastOutcome()).toEqual({ status: 'ok', output: { items: [] } })
  })

  it.each([
    ['51 items', { items: Array.from({ length: 51 }, () => item('x')) }],
    ['301 characters', { items: [item('x'.repeat(301))] }],
    ['another status', { items: [{ text: 'x', status: 'cancelled' }] }],
    ['no text', { items: [item(' ')] }],
  ])('refuses %s, and keeps the list', async (_what, input) => {
    const harness = await setUp(call('todo', input))
    await harness.work(await harness.say('go'), { fresh: true })
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'tool.bad-input' } })
    expect(await harness.all('todo-changed')).toEqual([])
  })
})
