import { describe, expect, it } from 'vitest'
import { Places } from './places.ts'

describe('places to run', () => {
  it('never gives out more than there are, and one that is free goes to who waits', async () => {
    const places = new Places({ concurrency: 2, queueLimit: 10 })
    const first = await places.enter('a')
    await places.enter('a')
    const third = places.enter('a')
    expect([places.taken, places.waiting]).toEqual([2, 1])
    first?.()
    first?.()
    await third
    expect([places.taken, places.waiting]).toEqual([2, 0])
  })

  it('keys take turns', async () => {
    const places = new Places({ concurrency: 1, queueLimit: 10 })
    const order: string[] = []
    const run = async (key: string): Promise<void> => {
      const leave = await places.enter(key)
      order.push(key)
      leave?.()
    }
    const leave = await places.enter('a')
    const all = ['a', 'a', 'a', 'b', 'b', 'c'].map(run)
    leave?.()
    await Promise.all(all)
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
  })

  it('refuses whom the queue has no room for, and says when to come again', async () => {
    const places = new Places({ concurrency: 1, queueLimit: 1 })
    await places.enter('a')
    void places.enter('a').catch(() => undefined)
    await expect(places.enter('b')).rejects.toMatchObject({
      code: 'sandbox.queue-full',
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds >= 1),
    })
    expect(places.waiting).toBe(1)
  })

  it('one that gives up while waiting frees its place in the queue', async () => {
    const places = new Places({ concurrency: 1, queueLimit: 1 })
    const leave = await places.enter('a')
    const abort = new AbortController()
    const waiting = places.enter('a', abort.signal)
    abort.abort()
    expect(await waiting).toBeUndefined()
    expect(places.waiting).toBe(0)
    leave?.()
    expect(places.taken).toBe(0)
    expect(await places.enter('a', abort.signal)).toBeUndefined()
  })

  it('closing refuses those who wait and who come, and waits for those who run', async () => {
    const places = new Places({ concurrency: 1, queueLimit: 5 })
    const leave = await places.enter('a')
    const waiting = places.enter('a')
    let closed = false
    const never = () => expect.unreachable('nobody was ended')
    const closing = places.close(60_000, never).then(() => {
      closed = true
    })
    await expect(waiting).rejects.toMatchObject({ code: 'sandbox.stopping' })
    await expect(places.enter('a')).rejects.toMatchObject({ code: 'sandbox.stopping' })
    expect(closed).toBe(false)
    leave?.()
    await closing
  })

  it('closing ends those who run on after the time they are given', async () => {
    const places = new Places({ concurrency: 1, queueLimit: 5 })
    const leave = await places.enter('a')
    let ended = 0
    await places.close(0, () => {
      ended += 1
      leave?.()
    })
    expect(ended).toBe(1)
  })
})
