import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { type OtlpExport, readProtobufExport } from './otlp-spans.ts'

export interface ReceivedExport {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Decompressed. */
  readonly body: Buffer
}

/** A collector on its own port that records what it receives. */
export interface SpanCollector {
  readonly url: string
  readonly received: readonly ReceivedExport[]
  exports(): readonly OtlpExport[]
  /** Answers with this status from now on. Null: does not answer. */
  answer(status: number | null): void
  /** Resolves once that many requests have arrived. */
  hasReceived(count: number): Promise<void>
  close(): Promise<void>
}

export async function startSpanCollector(): Promise<SpanCollector> {
  const received: ReceivedExport[] = []
  const waiting = new Set<() => void>()
  let status: number | null = 200
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const all = Buffer.concat(pieces)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(all) : all
    received.push({ path: request.url ?? '', headers: request.headers, body })
    for (const check of waiting) check()
    if (status !== null) response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    exports: () => received.map(({ body }) => readProtobufExport(body)),
    answer: (next) => {
      status = next
    },
    hasReceived: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
