import { connect, createServer } from 'node:net'

const patienceMs = 5_000

/** Why a TCP port does not answer; null when it does. */
export function describeConnectionError({ hostname, port }: { hostname: string; port: number }) {
  return new Promise<string | null>((resolve) => {
    const socket = connect({ host: hostname, port, timeout: patienceMs })
    const end = (reason: string | null): void => {
      socket.destroy()
      resolve(reason)
    }
    socket.once('connect', () => end(null))
    socket.once('timeout', () => end('no answer'))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
  })
}

/** Why a server cannot listen there; null when it can. */
export function describeNotListening({ hostname, port }: { hostname: string; port: number }) {
  return new Promise<string | null>((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, hostname, () => server.close(() => resolve(null)))
  })
}

/** The host and port of a URL; undefined for what is none. */
export function placeOf(url: string, defaultPort: number) {
  const parsed = URL.parse(url)
  if (!parsed || parsed.hostname === '') return undefined
  return {
    hostname: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: Number(parsed.port) || defaultPort,
  }
}
