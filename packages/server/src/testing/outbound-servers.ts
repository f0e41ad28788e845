import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { isProblemError, type Problem } from '@repertoire/core/base'
import { parseAllowList } from '../platform/outbound/allow-list.ts'
import {
  createGuardedFetch,
  type GuardedFetch,
  type GuardedFetchOptions,
} from '../platform/outbound/guarded-fetch.ts'

/** Local servers that stand for the Internet, and guarded fetches. `close` ends all of them. */
export interface OutboundServers {
  /** Starts an HTTP server and returns its port. */
  http(listener: RequestListener, at?: { host?: string; port?: number }): Promise<number>
  /** Starts a TCP server that calls `respond` for each connection. */
  raw(respond: (socket: Socket) => void): Promise<number>
  /**
   * Every name resolves to 127.0.0.1 unless `resolve` is given. `opened` has the form of
   * REPERTOIRE_OUTBOUND_ALLOW.
   */
  guard(opened: string, options?: Partial<GuardedFetchOptions>): GuardedFetch['fetch']
  close(): Promise<void>
}

export function createOutboundServers(): OutboundServers {
  const endings: (() => unknown)[] = []
  return {
    http: async (listener, { host = '127.0.0.1', port = 0 } = {}) => {
      const server: Server = createServer(listener)
      endings.push(() => {
        server.closeAllConnections()
        server.close()
      })
      return listening(server, port, host)
    },
    raw: async (respond) => {
      const sockets = new Set<Socket>()
      const server = createTcpServer((socket) => {
        sockets.add(socket)
        socket.on('error', () => undefined)
        socket.once('data', () => respond(socket))
      })
      endings.push(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      })
      return listening(server, 0, '127.0.0.1')
    },
    guard: (opened, options = {}) => {
      const guarded = createGuardedFetch({
        userAgent: 'Repertoire/0.0.0',
        allow: parseAllowList(opened).entries,
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
        ...options,
      })
      endings.push(guarded.close)
      return guarded.fetch
    },
    close: async () => {
      for (const end of endings.splice(0)) await end()
    },
  }
}

/** A server that records its requests in `touched` and redirects `/to?<url>` to that URL. */
export function redirectingServer(servers: OutboundServers, touched: string[]): Promise<number> {
  return servers.http((request, response) => {
    const url = request.url ?? ''
    touched.push(`${request.method} ${request.headers.host}${url}`)
    if (!url.startsWith('/to?')) return void response.end('reached')
    response.writeHead(302, { location: url.slice('/to?'.length) }).end()
  })
}

/** The problem that a promise rejects with. */
export async function problemOf(attempt: Promise<unknown>): Promise<Problem> {
  try {
    await attempt
  } catch (error) {
    if (isProblemError(error)) return error.problem
    throw error
  }
  throw new Error('It was not refused.')
}

function listening(
  server: { listen(port: number, host: string, then: () => void): unknown; address(): unknown },
  port: number,
  host: string,
): Promise<number> {
  return new Promise((resolve) => {
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}
