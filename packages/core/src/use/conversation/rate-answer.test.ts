import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { RunId, UserId } from '../../base/ids.ts'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { rateAnswer } from './rate-answer.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

async function answered(memberKind: 'person' | 'service' = 'person') {
  const model = createCallingModel()
  const harness = await createAgentHarness({ model, sha256, memberKind })
  const runId = await harness.say('hello')
  await harness.work(runId)
  const { tenant: store, clock, principal, conversationId } = harness
  const rate = (rating: 'up' | 'down' | null, change: object = {}) =>
    rateAnswer({ store, clock }, { principal, conversationId, runId, rating, ...change })
  return { harness, rate }
}

const problem = (code: string) => ({ problem: { code } })

describe('the thumb of a person', () => {
  it('is recorded with its run, each change once', async () => {
    const { harness, rate } = await answered()
    for (const rating of ['up', 'up', 'down', null, null] as const) await rate(rating)
    const ratings = await harness.all('answer-rated')
    expect(ratings.map(({ rating }) => rating)).toEqual(['up', 'down', null])
  })

  it('is refused for another person’s conversation, and for a run that is not of it', async () => {
    const { harness, rate } = await answered()
    const principal = { ...harness.principal, userId: 'usr_other' as UserId }
    await expect(rate('up', { principal })).rejects.toMatchObject(problem('conversation.not-found'))
    const runId = 'run_other' as RunId
    await expect(rate('up', { runId })).rejects.toMatchObject(problem('run.not-found'))
    expect(await harness.all('answer-rated')).toEqual([])
  })

  it('waits until no turn writes to the log', async () => {
    const { harness, rate } = await answered()
    await harness.say('and now?')
    await expect(rate('up')).rejects.toMatchObject(problem('conversation.busy'))
  })

  it('is never that of a service account', async () => {
    const { rate } = await answered('service')
    await expect(rate('up')).rejects.toMatchObject(problem('rating.people-only'))
  })
})
