import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AuditRecord } from '@repertoire/core/domain'

interface LogRecord {
  readonly eventName: string
  readonly severityNumber: number
  readonly body: { readonly stringValue: string }
  readonly attributes: readonly {
    readonly key: string
    readonly value: { readonly stringValue: string }
  }[]
}

interface LogExport {
  readonly resourceLogs: readonly {
    readonly scopeLogs: readonly { readonly logRecords: readonly LogRecord[] }[]
  }[]
}

/** An audit entry as a collector gets it. */
export type ReceivedEntry = AuditRecord & { readonly hash: string }

/** A collector of OTLP log records over HTTP that keeps what it accepts. */
export interface LogCollector {
  readonly port: number
  readonly url: string
  readonly statuses: readonly number[]
  records(): readonly LogRecord[]
  entries(): readonly ReceivedEntry[]
  /** Answers the next requests with these statuses, then with 200. */
  answer(...statuses: number[]): void
  close(): Promise<void>
}

export async function startLogCollector(port = 0): Promise<LogCollector> {
  const exports: LogExport[] = []
  const statuses: number[] = []
  const planned: number[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const status = planned.shift() ?? 200
    statuses.push(status)
    if (status === 200) exports.push(JSON.parse(Buffer.concat(pieces).toString()))
    response.writeHead(status).end('{}')
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const used = (server.address() as AddressInfo).port
  const records = () =>
    exports.flatMap(({ resourceLogs }) =>
      resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)),
    )
  return {
    ...{ port: used, url: `http://127.0.0.1:${used}/v1/logs`, statuses, records },
    entries: () => records().map(({ body }) => JSON.parse(body.stringValue)),
    answer: (...next) => void planned.push(...next),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
