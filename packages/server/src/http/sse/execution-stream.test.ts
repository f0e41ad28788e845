import type { ExecutionId } from '@repertoire/core/base'
import type { Execution } from '@repertoire/core/domain'
import { describe, expect, it, vi } from 'vitest'
import { createOutputBroadcaster } from '../../runtime/scripts/output-broadcaster.ts'
import { executionStream } from './execution-stream.ts'

const id = 'exe_1' as ExecutionId
// Three bytes each in UTF-8, so both kept streams exceed the buffer of a slow reader.
const printed = '語'.repeat(256 * 1024)

const watchCredential = () => () => undefined

function execution(change: Partial<Execution> = {}): Execution {
  return {
    ...{ id, conversationId: null, runId: null, callId: null, traceId: '0'.repeat(32) },
    ...{ skill: null, runtime: 'shell', entry: 'true', args: [], status: 'ok', exitCode: 0 },
    ...{ stdout: '', stderr: '', outputs: [], skipped: [], usage: null },
    ...{ startedBy: 'usr_1' as Execution['startedBy'], startedAt: 0, finishedAt: 1 },
    ...change,
  }
}

describe('C2: following an execution', () => {
  it('ends with its credential, while the script runs', async () => {
    const output = createOutputBroadcaster()
    output.open(id)
    const running = execution({ status: 'running', finishedAt: null })
    let end: () => void = () => undefined
    let stopped = false
    const stream = executionStream({
      ...{ output, id, load: async () => running },
      watchCredential: (endStream) => {
        end = endStream
        return () => {
          stopped = true
        }
      },
    })
    const text = new Response(stream).text()
    end()
    expect(await text).not.toContain('event: end')
    expect(stopped).toBe(true)
  })

  it('sends the whole record and its end, however large its text is', async () => {
    const record = execution({ stdout: printed, stderr: printed })
    const stream = executionStream({
      output: createOutputBroadcaster(),
      id,
      load: async () => record,
      watchCredential,
    })
    const text = await new Response(stream).text()
    expect(text.match(/^event: .*$/gm)).toEqual(['event: output', 'event: output', 'event: end'])
  })

  it('replays the buffered output to a late subscriber, and then the end', async () => {
    const output = createOutputBroadcaster()
    output.open(id)
    output.publish(id, { stream: 'stdout', text: '\u0001'.repeat(200 * 1024) })
    output.publish(id, { stream: 'stdout', text: 'last' })
    const running = execution({ status: 'running', finishedAt: null })
    const stream = executionStream({ output, id, load: async () => running, watchCredential })
    output.close(execution())
    const text = await new Response(stream).text()
    expect(text).toContain('last')
    expect(text.match(/^event: .*$/gm)?.at(-1)).toBe('event: end')
  })

  it('disconnects a reader that reads nothing, and buffers no more for it', async () => {
    const output = createOutputBroadcaster()
    output.open(id)
    const running = execution({ status: 'running', finishedAt: null })
    const stream = executionStream({ output, id, load: async () => running, watchCredential })
    for (let n = 0; n < 100; n += 1) output.publish(id, { stream: 'stdout', text: printed })
    const bytes = (await new Response(stream).arrayBuffer()).byteLength
    expect(bytes).toBeLessThan(4 * 1024 * 1024)
  })

  it('C5: reports when it is queued, and when it starts; in this process and in others', async () => {
    const output = createOutputBroadcaster()
    output.open(id)
    const queued = execution({ status: 'queued', finishedAt: null })
    const here = executionStream({ output, id, load: async () => queued, watchCredential })
    output.begin(id)
    output.begin(id)
    output.close(execution())
    const statesOf = async (stream: ReadableStream<Uint8Array>) =>
      (await new Response(stream).text()).match(/^event: .*\ndata: .{0,20}/gm)
    const waited = 'event: state\ndata: {"status":"queued"}'
    const began = 'event: state\ndata: {"status":"running"}'
    expect((await statesOf(here))?.slice(0, 2)).toEqual([waited, began])
    vi.useFakeTimers()
    try {
      const records = [queued, queued, { ...queued, status: 'running' as const }, execution()]
      const load = async () => records.shift() ?? null
      const states = statesOf(
        executionStream({ output: createOutputBroadcaster(), id, load, watchCredential }),
      )
      await vi.advanceTimersByTimeAsync(5_000)
      expect((await states)?.slice(0, -1)).toEqual([waited, began])
    } finally {
      vi.useRealTimers()
    }
  })
})
