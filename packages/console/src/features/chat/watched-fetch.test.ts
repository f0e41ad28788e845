import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchedFetch } from './watched-fetch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const request = () => new Request('http://localhost/events')

it('says that it reconnects while a second connection is opened, and that it is live when it stands', async () => {
  const states: boolean[] = []
  const follow = watchedFetch({
    onConnection: (live) => states.push(live),
    send: async () => new Response(null),
  })
  await follow(request())
  await follow(request())
  expect(states).toEqual([true, false, true])
})

it('says that it is not live when the server does not answer', async () => {
  const states: boolean[] = []
  const follow = watchedFetch({
    onConnection: (live) => states.push(live),
    send: () => Promise.reject(new TypeError('no network')),
  })
  await expect(follow(request())).rejects.toThrow('no network')
  expect(states).toEqual([false])
})

it('breaks a stream that has gone silent, so that it is opened again', async () => {
  const silent = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(new Uint8Array([1])),
  })
  const follow = watchedFetch({ onConnection: () => {}, send: async () => new Response(silent) })
  const reader = (await follow(request())).body?.getReader()
  await reader?.read()
  const next = expect(reader?.read()).rejects.toThrow('silent')
  await vi.advanceTimersByTimeAsync(36_000)
  await next
})
