import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The web server of an attacker, who reads what is sent there. */
export interface AttackerServer {
  readonly host: string
  /** The path of each request, with its query. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

export async function startAttackerServer(): Promise<AttackerServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.setHeader('content-type', 'text/plain').end('Thank you.')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { host: `127.0.0.1:${port}`, requests, close }
}
