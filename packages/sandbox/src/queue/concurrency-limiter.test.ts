import { describe, expect, it } from 'vitest'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'

describe('the concurrency limiter', () => {
  it('never exceeds its concurrency, and a released slot goes to a waiting request', async () => {
    const limiter = new ConcurrencyLimiter({ concurrency: 2, queueLimit: 10 })
    const first = await limiter.acquire('a')
    await limiter.acquire('a')
    const third = limiter.acquire('a')
    expect([limiter.active, limiter.waiting]).toEqual([2, 1])
    first?.()
    first?.()
    await third
    expect([limiter.active, limiter.waiting]).toEqual([2, 0])
  })

  it('serves keys in turns', async () => {
    const limiter = new ConcurrencyLimiter({ concurrency: 1, queueLimit: 10 })
    const order: string[] = []
    const run = async (key: string): Promise<void> => {
      const release = await limiter.acquire(key)
      order.push(key)
      release?.()
    }
    const release = await limiter.acquire('a')
    const all = ['a', 'a', 'a', 'b', 'b', 'c'].map(run)
    release?.()
    await Promise.all(all)
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
  })

  it('C5: leaves slots to others, however many one person asks for', async () => {
    const limiter = new ConcurrencyLimiter({ concurrency: 4, queueLimit: 10 })
    const own = ['org/ann', 'org/ann', 'org/ann', 'org/ann'].map((key) => limiter.acquire(key))
    const releases = [await own[0], await own[1]]
    expect([limiter.active, limiter.waiting]).toEqual([2, 2])
    const other = await limiter.acquire('org/bob')
    await limiter.acquire('two/cid')
    expect([limiter.active, limiter.waiting]).toEqual([4, 2])
    other?.()
    expect([limiter.active, limiter.waiting]).toEqual([3, 2])
    releases[0]?.()
    await own[2]
    expect([limiter.active, limiter.waiting]).toEqual([3, 1])
  })

  it('C5: keeps the last slot for another organisation, however many members ask', async () => {
    const limiter = new ConcurrencyLimiter({ concurrency: 4, queueLimit: 10 })
    const own = ['org/ann', 'org/bob', 'org/cid', 'org/dan'].map((key) => limiter.acquire(key))
    const releases = await Promise.all(own.slice(0, 3))
    expect([limiter.active, limiter.waiting]).toEqual([3, 1])
    const other = await limiter.acquire('two/eve')
    expect([limiter.active, limiter.waiting]).toEqual([4, 1])
    other?.()
    expect([limiter.active, limiter.waiting]).toEqual([3, 1])
    releases[0]?.()
    await own[3]
    expect([limiter.active, limiter.waiting]).toEqual([3, 0])
  })

  it('C5: the only slot of a small machine goes round', async () => {
    const limiter = new ConcurrencyLimiter({ concurrency: 1, queueLimit: 10 })
    const order: string[] = []
    const release = await limiter.acquire('one/ann')
    const keys = ['one/ann', 'one/ann', 'one/bob', 'two/cid']
    const all = keys.map(async (key) => {
      const done = await limiter.acquire(key)
      order.push(key)
      done?.()
    })
    release?.()
    await Promise.all(all)
    expect(order).toEqual(['one/ann', 'two/cid', 'one/bob', 'one/ann'])
  })

  it('rejects requests when the queue is full, with a retry time', async () => {
    const limiter = new ConcurrencyLimiter({ concurrency: 1, queueLimit: 1 })
    await limiter.acquire('a')
    void limiter.acquire('a').catch(() => undefined)
    await expect(limiter.acquire('b')).rejects.toMatchObject({
      code: 'sandbox.queue-full',
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds >= 1),
    })
    expect(limiter.waiting).toBe(1)
  })

  it('a cancelled request frees its place in the queue', async () => {
    const limiter = new ConcurrencyLimiter({ concurrency: 1, queueLimit: 1 })
    const release = await limiter.acquire('a')
    const abort = new AbortController()
    const waiting = limiter.acquire('a', abort.signal)
    abort.abort()
    expect(await waiting).toBeUndefined()
    expect(limiter.waiting).toBe(0)
    release?.()
    expect(limiter.active).toBe(0)
    expect(await limiter.acquire('a', abort.signal)).toBeUndefined()
  })

  it('closing rejects waiting and new requests, and waits for running ones', async () => {
    const limiter = new ConcurrencyLimiter({ concurrency: 1, queueLimit: 5 })
    const release = await limiter.acquire('a')
    const waiting = limiter.acquire('a')
    let closed = false
    const never = () => expect.unreachable('nobody was ended')
    const closing = limiter.close(60_000, never).then(() => {
      closed = true
    })
    await expect(waiting).rejects.toMatchObject({ code: 'sandbox.stopping' })
    await expect(limiter.acquire('a')).rejects.toMatchObject({ code: 'sandbox.stopping' })
    expect(closed).toBe(false)
    release?.()
    await closing
  })

  it('closing cancels running ones after the grace period', async () => {
    const limiter = new ConcurrencyLimiter({ concurrency: 1, queueLimit: 5 })
    const release = await limiter.acquire('a')
    let ended = 0
    await limiter.close(0, () => {
      ended += 1
      release?.()
    })
    expect(ended).toBe(1)
  })
})
