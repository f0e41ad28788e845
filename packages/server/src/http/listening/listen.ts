import { once } from 'node:events'
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { ProblemError } from '@repertoire/core/base'
import type { TrustedProxies } from '../../platform/proxy/trusted-proxies.ts'
import type { HttpApp } from '../app.ts'
import { rejectMalformedRequest } from '../base/malformed-request.ts'
import { type ConnectionLimits, limitConnections } from './limit-connections.ts'

export interface ListenAddress {
  readonly host: string
  readonly port: number
  readonly connections?: ConnectionLimits
  readonly trustedProxies?: TrustedProxies
}

/** A client that is slower to send its headers is cut off. */
const headersTimeoutMs = 10_000

/** Longer than the 60 s after which load balancers close an idle connection: who closes first must be the client. */
const keepAliveTimeoutMs = 75_000

export interface ListeningServer {
  readonly port: number
  /** From now on each response is the last of its connection. */
  endConnections(): void
  /** Accepts no new connections, waits up to `graceMs` for open requests, then closes the rest. */
  close(graceMs: number): Promise<void>
}

/** Throws ProblemError `server.port-in-use`, `server.port-forbidden` or `server.address-unknown`. */
export async function listen(app: HttpApp, at: ListenAddress): Promise<ListeningServer> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  // Streams stay open for hours. A request that is slow to send its headers or body is no stream.
  server.requestTimeout = 120_000
  server.headersTimeout = headersTimeoutMs
  server.keepAliveTimeout = keepAliveTimeoutMs
  if (at.connections) limitConnections(server, at.connections, at.trustedProxies)
  let isEnding = false
  server.prependListener('request', (_request, response) => {
    if (isEnding) response.setHeader('connection', 'close')
  })
  server.on('clientError', rejectMalformedRequest)
  server.listen(at.port, at.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw listenProblem(error, at)
  }
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : at.port
  const endConnections = () => {
    isEnding = true
  }
  return { port, endConnections, close: (graceMs) => closeServer(server, graceMs) }
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection becomes idle only when its last response ends, so this is repeated.
  const idle = setInterval(() => server.closeIdleConnections(), 25)
  const grace = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(idle)
  clearTimeout(grace)
}

function listenProblem(error: unknown, { host, port }: ListenAddress): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const address = `${host}:${port}`
  const problems: Readonly<Record<string, readonly [string, string, string]>> = {
    EADDRINUSE: [
      'server.port-in-use',
      `${address} is in use already.`,
      'Is Repertoire running there? Otherwise take another port with --port.',
    ],
    EACCES: [
      'server.port-forbidden',
      `This account may not listen on ${address}.`,
      'Take a port above 1023 with --port.',
    ],
    EADDRNOTAVAIL: [
      'server.address-unknown',
      `${host} is not an address of this machine.`,
      'Use 127.0.0.1 for this machine only, or 0.0.0.0 for every network it is on.',
    ],
    ENOTFOUND: [
      'server.address-unknown',
      `The host name ${host} is not known.`,
      'Use 127.0.0.1 for this machine only, or 0.0.0.0 for every network it is on.',
    ],
  }
  const known = typeof code === 'string' ? problems[code] : undefined
  if (!known) return error
  const [problemCode, message, hint] = known
  return new ProblemError(
    { code: problemCode, kind: 'unavailable', message, hint },
    { cause: error },
  )
}
