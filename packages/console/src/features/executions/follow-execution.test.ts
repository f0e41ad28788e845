import type { ExecutionEvent } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { type ExecutionSource, followExecution } from './follow-execution.ts'
import { execution } from './sample-execution.ts'

const line = (text: string): ExecutionEvent => ({
  event: 'output',
  data: { stream: 'stdout', text },
})
const end: ExecutionEvent = { event: 'end', data: execution }
const broken = new TypeError('network error')

/** Streams in the order in which they are opened; an error stands where one breaks off. */
function sourceOf(streams: (ExecutionEvent | Error)[][], running = true): ExecutionSource {
  return {
    follow: async function* () {
      for (const item of streams.shift() ?? []) {
        if (item instanceof Error) throw item
        yield item
      }
    },
    get: async () => (running ? { ...execution, finished_at: null } : execution),
  }
}

async function eventsFrom(source: ExecutionSource, signal = new AbortController().signal) {
  const seen: string[] = []
  await followExecution('exe_1', {
    source,
    signal,
    onEvent: ({ event, data }) => seen.push('text' in data ? data.text : event),
    onRestart: () => seen.push('again'),
    pause: async () => undefined,
  })
  return seen
}

describe('followExecution', () => {
  it('C5: tells what is printed and how it ends', async () => {
    expect(await eventsFrom(sourceOf([[line('a'), end]]))).toEqual(['a', 'end'])
  })

  it('takes a stream that broke off up again, from its beginning', async () => {
    const source = sourceOf([[line('a'), broken], [line('a')], [line('a'), line('b'), end]])
    expect(await eventsFrom(source)).toEqual(['a', 'again', 'a', 'again', 'a', 'b', 'end'])
  })

  it('reads the record of one that ended while nobody could listen', async () => {
    expect(await eventsFrom(sourceOf([[line('a'), broken]], false))).toEqual(['a', 'again', 'end'])
  })

  it('says what the server says when it refuses', async () => {
    const refused = new Error('There is no such execution.')
    await expect(eventsFrom(sourceOf([[refused]]))).rejects.toBe(refused)
  })

  it('asks for nothing once nobody looks', async () => {
    const abort = new AbortController()
    abort.abort()
    expect(await eventsFrom(sourceOf([[line('a'), end]]), abort.signal)).toEqual([])
  })
})
