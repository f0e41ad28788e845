import { once } from 'node:events'
import { connect, constants, createSecureServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'

export interface TlsFront {
  readonly address: string
  /** What callers proved themselves with. */
  readonly keys: ReadonlySet<string | undefined>
  close(): Promise<void>
}

export interface TlsFrontOptions {
  /** host:port of a server that speaks HTTP/2 in the clear. */
  readonly target: string
  readonly cert: string
  readonly key: string
  /** Asks callers for a certificate of this authority. */
  readonly clientCa?: string
  /** Refuses callers without it, as a hosted Temporal does. */
  readonly apiKey?: string
}

const unauthenticated = '16'

/** A gRPC server over TLS in front of one that has none. */
export async function startTlsFront(options: TlsFrontOptions): Promise<TlsFront> {
  const { target, cert, key, clientCa, apiKey } = options
  const upstream = connect(`http://${target}`)
  upstream.on('error', () => undefined)
  const keys = new Set<string | undefined>()
  const server = createSecureServer({
    ...{ cert, key },
    ...(clientCa !== undefined && { ca: clientCa, requestCert: true, rejectUnauthorized: true }),
  })
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => sessions.add(session))
  server.on('sessionError', () => undefined)
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined)
    const { authorization } = headers
    keys.add(authorization)
    if (apiKey !== undefined && authorization !== `Bearer ${apiKey}`) return refuse(stream)
    const request = upstream.request({ ...headers, [constants.HTTP2_HEADER_SCHEME]: 'http' })
    request.on('error', () => stream.destroy())
    stream.on('close', () => request.close())
    let trailers = {}
    request.on('trailers', (received) => {
      trailers = received
    })
    stream.on('wantTrailers', () => stream.sendTrailers(trailers))
    request.on('response', (response, flags) => {
      const endStream = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
      stream.respond(response, { endStream, waitForTrailers: !endStream })
      if (!endStream) request.pipe(stream)
    })
    stream.pipe(request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    close: async () => {
      for (const session of sessions) session.destroy()
      upstream.destroy()
      server.close()
    },
  }
}

function refuse(stream: ServerHttp2Stream): void {
  stream.respond(
    { 'content-type': 'application/grpc', 'grpc-status': unauthenticated },
    { endStream: true },
  )
}
