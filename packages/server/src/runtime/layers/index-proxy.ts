import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import {
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { isProblemError } from '@repertoire/core/base'
import type { AllowEntry } from '../../platform/outbound/allow-list.ts'
import {
  createGuardedConnector,
  machineAddresses,
  type Resolve,
  systemResolve,
} from '../../platform/outbound/guarded-connect.ts'
import { hostOf, type IndexHost } from './package-index.ts'

export interface IndexProxyOptions {
  /** Hosts that can be reached through the proxy. */
  readonly hosts: readonly IndexHost[]
  /** Hosts and networks that may have a non-public address. */
  readonly allow: readonly AllowEntry[]
  /** Limit of transferred bytes, both directions together. */
  readonly maxBytes: number
  readonly resolve?: Resolve
}

/** A proxy for one installation that reaches the package index and nothing else. */
export interface IndexProxy {
  /** Path of a Unix socket that speaks HTTP proxy. */
  readonly socket: string
  /** `host:port` of refused targets. */
  readonly refused: ReadonlySet<string>
  /** `host:port` of allowed targets that could not be reached, with the reason if no connection was tried. */
  readonly failed: ReadonlySet<string>
  close(): Promise<void>
}

const connectMs = 10_000
/** Idle timeout of one connection. */
const idleMs = 60_000

export async function openIndexProxy(options: IndexProxyOptions): Promise<IndexProxy> {
  const { hosts, allow, maxBytes, resolve = systemResolve } = options
  const connector = createGuardedConnector({
    ...{ allow, resolve, connectMs },
    ownAddresses: machineAddresses,
  })
  const refused = new Set<string>()
  const failed = new Set<string>()
  const sockets = new Set<Duplex>()
  let bytes = 0

  const trackSocket = (stream: Duplex): void => {
    sockets.add(stream)
    stream.once('close', () => sockets.delete(stream))
    stream.on('error', () => stream.destroy())
  }
  const countBytes = (stream: Duplex): void => {
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) for (const one of sockets) one.destroy()
    })
  }

  /** Rejects when the target is refused or unreachable, and records it. */
  function connect(target: IndexHost): Promise<Socket> {
    const name = `${target.host}:${target.port}`
    if (!hosts.some(({ host, port }) => host === target.host && port === target.port)) {
      refused.add(name)
      return Promise.reject(new Refusal(`${name} is no package index of this server.`))
    }
    return new Promise((done, fail) => {
      const hostname = target.host
      connector(
        { hostname, host: hostname, protocol: 'http:', port: String(target.port) },
        (error, socket) => {
          if (socket) {
            socket.setTimeout(idleMs, () => socket.destroy())
            trackSocket(socket)
            countBytes(socket)
            return done(socket as Socket)
          }
          failed.add(isNotPublic(error) ? `${name}, which has no public address` : name)
          fail(error ?? new Error(`${name} cannot be reached.`))
        },
      )
    })
  }

  const server = createServer({ maxHeaderSize: 64 * 1024 }, (incoming, outgoing) => {
    void forward(incoming, outgoing, connect)
  })
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    void tunnel(client, { authority: incoming.url ?? '', head, connect, countBytes })
  })
  server.on('connection', trackSocket)

  const outerDir = await mkdtemp(join(tmpdir(), 'repertoire-index-'))
  const innerDir = join(outerDir, randomBytes(16).toString('hex'))
  // The account that runs scripts can enter the folder, but only we can list it.
  await chmod(outerDir, 0o711)
  await mkdir(innerDir, { mode: 0o711 })
  const socket = join(innerDir, 'proxy.sock')
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(socket, done)
  })
  await chmod(socket, 0o600)
  return {
    socket,
    refused,
    failed,
    close: async () => {
      for (const one of sockets) one.destroy()
      await new Promise<void>((done) => server.close(() => done()))
      await rm(outerDir, { recursive: true, force: true })
    },
  }
}

class Refusal extends Error {}

function isNotPublic(error: unknown): boolean {
  return isProblemError(error) && error.problem.code === 'outbound.address-refused'
}

type Connect = (target: IndexHost) => Promise<Socket>

interface Tunnel {
  readonly authority: string
  readonly head: Buffer
  readonly connect: Connect
  /** Counts sent bytes. Requests that only read need no counting. */
  readonly countBytes: (stream: Duplex) => void
}

async function tunnel(
  client: Duplex,
  { authority, head, connect, countBytes }: Tunnel,
): Promise<void> {
  try {
    const url = URL.parse(`https://${authority}/`)
    if (url === null || url.username !== '') throw new Refusal('This is no host with a port.')
    const upstream = await connect(hostOf(url.href))
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    if (head.length > 0) upstream.write(head)
    countBytes(client)
    client.pipe(upstream).pipe(client)
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
  } catch (error) {
    const status = error instanceof Refusal ? '403 Forbidden' : '502 Bad Gateway'
    client.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
  }
}

const connectionHeaders = ['connection', 'proxy-connection', 'proxy-authorization', 'keep-alive']

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  connect: Connect,
): Promise<void> {
  try {
    const url = URL.parse(incoming.url ?? '')
    if (url?.protocol !== 'http:') throw new Refusal('Only http: is forwarded; https: has CONNECT.')
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD')
      throw new Refusal('Packages are only read.')
    const upstream = await connect(hostOf(url.href))
    const headers = { ...withoutConnection(incoming.headers), host: url.host, connection: 'close' }
    const path = `${url.pathname}${url.search}`
    const request = httpRequest({
      ...{ method: incoming.method, path, headers },
      createConnection: () => upstream,
    })
    outgoing.once('close', () => upstream.destroy())
    request.end()
    const answer = await responseTo(request)
    // The answer is untrusted: an invalid status code throws here.
    outgoing.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers))
    answer.pipe(outgoing)
    answer.once('close', () => outgoing.writableEnded || outgoing.destroy())
  } catch (error) {
    outgoing.writeHead(error instanceof Refusal ? 403 : 502, { 'content-type': 'text/plain' })
    outgoing.end(error instanceof Refusal ? error.message : 'The index cannot be reached.')
  }
}

/** Rejects when there is no response, or one in another protocol. */
function responseTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    request.once('response', done)
    request.on('error', fail)
    request.once('close', () => fail(new Error('There was no answer.')))
  })
}

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !connectionHeaders.includes(name))
  return Object.fromEntries(kept)
}
