import type { Span } from '@repertoire/core/report'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SpanCollector, startSpanCollector } from '../../testing/span-collector.ts'
import { openCollectorClient } from './collector-client.ts'

let collector: SpanCollector

beforeEach(async () => {
  collector = await startSpanCollector()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await collector.close()
})

const open = (faults: Error[] = []) =>
  openCollectorClient({
    ...{ protocol: 'http/protobuf', version: '1' },
    onError: (error) => faults.push(error),
  })

/** The spans of one run. */
function spansOf(run: number, count: number): readonly Span[] {
  const rootId = (run * 10_000 + 1).toString(16).padStart(16, '0')
  return Array.from({ length: count }, (_, at) => ({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: (run * 10_000 + at + 1).toString(16).padStart(16, '0'),
    parentSpanId: at === 0 ? null : rootId,
    ...{ name: 'chat', kind: 'client', startedAt: 5, endedAt: 4, attributes: {}, error: null },
  }))
}

const arrived = () => collector.exports().flatMap(({ spans }) => spans)

describe('the collector client', () => {
  it.each([200, 400])(
    'E9: queues whole runs up to a limit; accepts more after responses of %i',
    async (status) => {
      collector.answer(status)
      const client = await open()
      let taken = 0
      for (let run = 1; run <= 40; run += 1) if (client.send(spansOf(run, 100))) taken += 1
      expect(taken).toBe(20)
      await client.flush()
      expect(arrived()).toHaveLength(2_000)
      expect(new Set(arrived().map(({ spanId }) => spanId)).size).toBe(2_000)
      expect(client.send(spansOf(41, 100))).toBe(true)
      await client.close()
      expect(arrived()).toHaveLength(2_100)
    },
  )

  it('E9: sends a run with more spans than the limit as far as there is room', async () => {
    const client = await open()
    expect(client.send(spansOf(1, 3_000))).toBe(true)
    expect(client.send(spansOf(2, 1))).toBe(false)
    await client.close()
    expect(arrived()).toHaveLength(2_048)
  })

  it('E9: times are wall-clock times, however small, and none ends before it began', async () => {
    const client = await open()
    client.send(spansOf(1, 1))
    await client.close()
    expect(arrived()[0]).toMatchObject({ start: 5_000_000n, end: 5_000_000n })
  })

  it('E9: reports an unreachable collector without what was sent', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9')
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '100')
    const faults: Error[] = []
    const client = await open(faults)
    client.send(spansOf(1, 1))
    await client.close()
    expect(faults.map(({ message }) => message)).toEqual([
      expect.stringContaining('the export to the collector failed: '),
    ])
  })
})
