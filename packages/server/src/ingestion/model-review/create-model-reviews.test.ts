import { ProblemError, type RevisionDigest, type TenantId } from '@repertoire/core/base'
import type { Model } from '@repertoire/core/ports'
import { describe, expect, it } from 'vitest'
import { createModelReviews, type ModelReviewOptions } from './create-model-reviews.ts'

const files = [{ path: 'SKILL.md', bytes: new TextEncoder().encode('Do it.'), executable: false }]
const request = (name: string) => ({
  ...{ tenantId: 'tnt_one' as TenantId, modelId: 'm', files },
  digest: `sha256:${name.padStart(64, '0')}` as RevisionDigest,
})
const clean = {
  text: '{"findings": []}',
  toolCalls: [],
  usage: { inputTokens: 1, outputTokens: 1 },
}

function reviewsWith(step: Model['step'], options: Partial<ModelReviewOptions> = {}) {
  const model: Model = { label: 'M', demo: false, step }
  return createModelReviews({
    ...{ modelsOf: async () => new Map([['m', model]]), retryDelays: [0, 0] },
    ...options,
  })
}

/** Answers when it is stopped. */
const hanging: Model['step'] = ({ signal }) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

const refusing =
  (code: string, counts: { calls: number }): Model['step'] =>
  async () => {
    counts.calls += 1
    if (counts.calls > 2) return clean as never
    throw new ProblemError({ code, kind: 'unavailable', message: '' })
  }

describe('packages that a model reads', () => {
  it('a server that stops waits for none: neither for one that is read, nor for those that wait their turn', async () => {
    const reviews = reviewsWith(hanging)
    const all = Array.from({ length: 9 }, (_, at) => reviews.review(request(String(at))))
    await new Promise((resolve) => setImmediate(resolve))
    reviews.close()
    const failures = (await Promise.all(all)).map(({ failure }) => failure)
    expect(new Set(failures)).toEqual(new Set(['model.review-stopped']))
  })

  it('whoever stops waits no longer; the model is stopped once nobody waits for it', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const reviews = reviewsWith((request, onText) => {
      signals.push(request.signal)
      return hanging(request, onText)
    })
    const [one, other] = [new AbortController(), new AbortController()]
    const first = reviews.review({ ...request('a'), signal: one.signal })
    const second = reviews.review({ ...request('a'), signal: other.signal })
    await new Promise((resolve) => setImmediate(resolve))
    one.abort()
    await expect(first).rejects.toBe(one.signal.reason)
    expect(signals.map((signal) => signal?.aborted)).toEqual([false])
    const third = reviews.review(request('a'))
    other.abort()
    await expect(second).rejects.toBe(other.signal.reason)
    expect(signals.map((signal) => signal?.aborted)).toEqual([false])
    reviews.close()
    expect((await third).failure).toBe('model.review-stopped')
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  })

  it('a reading that nobody waits for is stopped, and begun anew for the next', async () => {
    let stop = 0
    const answers: Model['step'][] = [hanging, async () => clean as never]
    const reviews = reviewsWith((request, onText) => {
      request.signal?.addEventListener('abort', () => (stop += 1))
      return answers.shift()?.(request, onText) as never
    })
    const leaving = new AbortController()
    const left = reviews.review({ ...request('a'), signal: leaving.signal })
    await new Promise((resolve) => setImmediate(resolve))
    leaving.abort()
    await expect(left).rejects.toBe(leaving.signal.reason)
    expect(stop).toBe(1)
    expect(await reviews.review(request('a'))).toEqual({ findings: [], failure: null })
  })

  it('a model that does not answer is given up', async () => {
    const { failure } = await reviewsWith(hanging, { timeoutMs: 5 }).review(request('a'))
    expect(failure).toBe('model.timeout')
  })

  it('of a library whose model does not answer, only the first packages wait for it, until a minute later', async () => {
    let [now, asked] = [0, 0]
    const step: Model['step'] = (request, onText) => {
      asked += 1
      return now === 0 ? hanging(request, onText) : Promise.resolve(clean as never)
    }
    const reviews = reviewsWith(step, { timeoutMs: 5, clock: { now: () => now } })
    const all = Array.from({ length: 40 }, (_, at) => reviews.review(request(String(at))))
    const failures = (await Promise.all(all)).map(({ failure }) => failure)
    expect([new Set(failures), asked]).toEqual([new Set(['model.timeout']), 4])
    now = 60_000
    expect((await reviews.review(request('a'))).failure).toBeNull()
  })

  it('a call that the provider put off is made again, and one that never arrived is not waited for', async () => {
    const counts = { calls: 0 }
    const limited = reviewsWith(refusing('model.rate-limited', counts))
    expect(await limited.review(request('a'))).toEqual({ findings: [], failure: null })
    expect(counts.calls).toBe(3)
    const away = reviewsWith(refusing('model.unreachable', { calls: 0 }))
    expect((await away.review(request('a'))).failure).toBe('model.unreachable')
  })

  it('an organisation whose model does not answer does not keep another from its own', async () => {
    const quick: Model = { label: 'Q', demo: false, step: async () => clean as never }
    const slow: Model = { label: 'S', demo: false, step: hanging }
    const reviews = createModelReviews({
      modelsOf: async (tenantId) => new Map([['m', tenantId === 'tnt_one' ? slow : quick]]),
    })
    for (let at = 0; at < 20; at += 1) void reviews.review(request(String(at)))
    const other = { ...request('x'), tenantId: 'tnt_two' as TenantId }
    expect(await reviews.review(other)).toEqual({ findings: [], failure: null })
    reviews.close()
  })

  it('four of an organisation are read at a time', async () => {
    let [now, most] = [0, 0]
    const reviews = reviewsWith(async () => {
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
      return clean as never
    })
    await Promise.all(Array.from({ length: 20 }, (_, at) => reviews.review(request(String(at)))))
    expect(most).toBe(4)
  })
})
