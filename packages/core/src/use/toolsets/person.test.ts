import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ProblemError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import type { ToolCall } from '../../domain/events.ts'
import { type AgentScene, createAgentScene } from '../../testing/agent-scene.ts'
import { workThrough } from '../../testing/mortal-process.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { answerApproval, longestNote } from '../approvals/answer.ts'
import { person } from './person.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const call = (name: string, input: JsonObject, id = 'call_1'): ToolCall => ({ id, name, input })
const question = { question: 'Which database?', options: ['orders', 'billing'] }

function stage(...calls: readonly ToolCall[]): Promise<AgentScene> {
  const settings = { approvalTtlMinutes: 1 }
  return createAgentScene({
    sha256,
    settings,
    model: createCallingModel(...calls),
    toolsets: [person],
  })
}

/** A run that waits for the answer to `question`. */
async function asking() {
  const scene = await stage(call('clarify', question))
  const runId = await scene.say('It is slow.')
  expect(await scene.work(runId, { fresh: true })).toBe('waiting')
  return { scene, runId }
}

async function refusal(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'accepted',
    (error: ProblemError) => error.problem.code,
  )
}

describe('clarify', () => {
  it('A7: asks the person in the agent’s words, and the answer is the result', async () => {
    const { scene, runId } = await asking()
    expect(await scene.all('approval-required')).toMatchObject([
      { approvalType: 'clarification', subject: question, callId: 'call_1' },
    ])
    await scene.answer(true, 'The new one')
    expect(await scene.work(runId)).toBe('over')
    expect(await scene.lastOutcome()).toEqual({ status: 'ok', output: { answer: 'The new one' } })
  })

  it('A7: skipping it tells the model that the person chose not to answer', async () => {
    const { scene, runId } = await asking()
    await scene.answer(false)
    await scene.work(runId)
    expect(await scene.lastOutcome()).toMatchObject({
      status: 'refused',
      problem: {
        code: 'approval.denied',
        message: 'The person chose not to answer your question.',
      },
    })
  })

  it('A7: a question nobody answered in time is told so', async () => {
    const { scene, runId } = await asking()
    scene.clock.advance(60_001)
    expect(await refusal(scene.answer(true, 'too late'))).toBe('approval.expired')
    await scene.work(runId)
    expect(await scene.lastOutcome()).toMatchObject({
      status: 'refused',
      problem: {
        code: 'approval.expired',
        message: 'Nobody answered your question in time.',
      },
    })
  })

  it('A7: an answer without words is none, and neither is one of too many', async () => {
    const { scene } = await asking()
    expect(await refusal(scene.answer(true, ' \n'))).toBe('approval.answer-missing')
    const endless = 'x'.repeat(longestNote + 1)
    expect(await refusal(scene.answer(true, endless))).toBe('approval.note-too-long')
    expect(await refusal(scene.answer(true, endless.slice(1)))).toBe('accepted')
  })

  it('A7: an owner cannot answer, nor see, what a member was asked', async () => {
    const { scene } = await asking()
    const { items } = await scene.tenant.approvals.list({}, { limit: 1 })
    const owner = { ...scene.principal, userId: 'usr_owner' as typeof scene.principal.userId }
    const answer = { id: items[0]!.id, approved: true, note: 'me', now: scene.clock.now() }
    expect(await refusal(answerApproval(scene.tenant, owner, answer))).toBe('approval.not-found')
  })

  it.each([
    ['no question', { question: '  ' }],
    ['seven options', { question: 'Which?', options: ['1', '2', '3', '4', '5', '6', '7'] }],
    ['the same option twice', { question: 'Which?', options: ['a', ' a '] }],
    ['an empty option', { question: 'Which?', options: ['a', ' '] }],
    ['too long a question', { question: 'x'.repeat(2001) }],
  ])('A7: %s is refused before anybody is asked', async (_what, input) => {
    const scene = await stage(call('clarify', input))
    expect(await scene.work(await scene.say('go'), { fresh: true })).toBe('over')
    expect(await scene.lastOutcome()).toMatchObject({ problem: { code: 'tool.bad-input' } })
    expect(await scene.all('approval-required')).toEqual([])
  })

  it.each(['before', 'after'] as const)(
    'A7: is asked once and answered once when the process dies %s any one port call',
    async (when) => {
      const list = { items: [{ text: 'Ask', status: 'done' }] }
      const calls = [call('clarify', question), call('todo', list, 'call_2')]
      const whole = async (scene: AgentScene) => {
        expect(await scene.all('approval-required')).toHaveLength(1)
        expect(await scene.all('todo-changed')).toHaveLength(1)
        const done = await scene.all('tool-completed')
        expect(done.map(({ outcome }) => outcome)).toEqual([
          { status: 'ok', output: { answer: 'Yes.' } },
          { status: 'ok', output: list },
        ])
      }
      const calm = await stage(...calls)
      const most = await workThrough(calm, await calm.say('go'), [])
      await whole(calm)
      for (let at = 1; at <= most; at += 1) {
        const scene = await stage(...calls)
        await workThrough(scene, await scene.say('go'), [{ at, when }])
        await whole(scene)
      }
    },
  )
})

describe('todo', () => {
  const item = (text: string) => ({ text, status: 'open' as const })

  it('replaces the list and gives it back; the log has each as it then was', async () => {
    const first = { items: [item('Look'), { text: 'Fix', status: 'in-progress' }] }
    const scene = await stage(call('todo', first), call('todo', { items: [] }, 'call_2'))
    await scene.work(await scene.say('go'), { fresh: true })
    expect((await scene.all('todo-changed')).map(({ items }) => items)).toEqual([first.items, []])
    expect(await scene.lastOutcome()).toEqual({ status: 'ok', output: { items: [] } })
  })

  it.each([
    ['51 items', { items: Array.from({ length: 51 }, () => item('x')) }],
    ['301 characters', { items: [item('x'.repeat(301))] }],
    ['another status', { items: [{ text: 'x', status: 'cancelled' }] }],
    ['no text', { items: [item(' ')] }],
  ])('refuses %s, and the list stays', async (_what, input) => {
    const scene = await stage(call('todo', input))
    await scene.work(await scene.say('go'), { fresh: true })
    expect(await scene.lastOutcome()).toMatchObject({ problem: { code: 'tool.bad-input' } })
    expect(await scene.all('todo-changed')).toEqual([])
  })
})
