import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface ConnectTarget {
  readonly hostname: string
  readonly port: number
}

/** Opens a connection to an allowed address only. Throws ProblemError `outbound.*`. */
export type OutboundConnect = (target: ConnectTarget) => Promise<Socket>

export interface ConnectProxyOptions {
  readonly connect: OutboundConnect
  /** The only one that is connected to. */
  readonly target: ConnectTarget
  /** Bytes from the target, over all connections; then all are closed. */
  readonly maxBytes: number
}

export interface ConnectProxy {
  /** With a password that only its user knows. */
  readonly url: string
  /** Why a connection was refused; the first one counts. */
  readonly refusal: () => unknown
  readonly isOverLimit: () => boolean
  close(): Promise<void>
}

/**
 * A proxy on this machine for one command: whatever that command resolves or is redirected to, it reaches this
 * target alone, over the guarded connector.
 */
export async function startConnectProxy(options: ConnectProxyOptions): Promise<ConnectProxy> {
  const password = randomBytes(24).toString('hex')
  const expected = Buffer.from(`Basic ${Buffer.from(`git:${password}`).toString('base64')}`)
  const sockets = new Set<Duplex>()
  let refusal: unknown
  let received = 0

  const server = createServer((_, response) => {
    response.writeHead(405).end()
  })
  const track = (socket: Duplex) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
  }
  const isUser = ({ headers }: IncomingMessage) => {
    const given = Buffer.from(headers['proxy-authorization'] ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    track(client)
    if (!isUser(request)) return end(client, 407)
    if (request.url !== `${options.target.hostname}:${options.target.port}`) return end(client, 403)
    options.connect(options.target).then(
      (upstream) => {
        track(upstream)
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
        upstream.on('data', (chunk: Buffer) => {
          received += chunk.length
          if (received > options.maxBytes) for (const socket of sockets) socket.destroy()
        })
        if (head.length > 0) upstream.write(head)
        upstream.pipe(client)
        client.pipe(upstream)
        client.on('close', () => upstream.destroy())
        upstream.on('close', () => client.destroy())
      },
      (error: unknown) => {
        refusal ??= error
        end(client, 502)
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://git:${password}@127.0.0.1:${port}`,
    refusal: () => refusal,
    isOverLimit: () => received > options.maxBytes,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}

function end(client: Duplex, status: number): void {
  const challenge = status === 407 ? 'proxy-authenticate: Basic realm="git"\r\n' : ''
  client.end(`HTTP/1.1 ${status} Refused\r\n${challenge}content-length: 0\r\n\r\n`)
}
