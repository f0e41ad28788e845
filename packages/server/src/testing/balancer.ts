import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Sends each request to the next server that is ready, and repeats none. */
export interface Balancer {
  readonly url: string
  add(url: string): void
  remove(url: string): void
  /** Those that get requests now. */
  ready(): readonly string[]
  /** How many requests a server got. */
  sent(url: string): number
  close(): Promise<void>
}

const checkMs = 50

export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const servers = new Map<string, { isReady: boolean; sent: number }>()
  let turn = 0
  const ready = () => [...servers].filter(([, { isReady }]) => isReady).map(([url]) => url)

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const urls = ready()
    turn += 1
    const url = urls[turn % urls.length]
    const server = url === undefined ? undefined : servers.get(url)
    if (url === undefined || !server) {
      outgoing.writeHead(503).end()
      return
    }
    server.sent += 1
    const { method, headers } = incoming
    const target = new URL(incoming.url ?? '/', url)
    const to = { method, agent, headers: { ...headers, host: target.host } }
    const passed = request(target, to, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end(error.message)
    })
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  }

  async function check(): Promise<void> {
    await Promise.all(
      [...servers].map(async ([url, server]) => {
        const answer = await fetch(`${url}/readyz`).catch(() => undefined)
        await answer?.body?.cancel()
        server.isReady = answer?.status === 200
      }),
    )
  }

  const checks = setInterval(() => void check(), checkMs)
  const server = createServer(pass).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (url) => void servers.set(url, { isReady: false, sent: 0 }),
    remove: (url) => void servers.delete(url),
    ready,
    sent: (url) => servers.get(url)?.sent ?? 0,
    close: async () => {
      clearInterval(checks)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
