import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The least of an MCP server over HTTP, with two tools, for whoever has its authorization. */
export interface AnsweringConnector {
  readonly host: string
  /** Answers nothing until the returned function is called. */
  pause(): () => void
  lastAuthorization(): string | undefined
  stop(): Promise<void>
}

const tools = ['read_page', 'find_page'].map((name) => ({ name, inputSchema: { type: 'object' } }))

export async function startAnsweringConnector(authorization: string): Promise<AnsweringConnector> {
  let last: string | undefined
  let ready: Promise<void> = Promise.resolve()
  const server = createServer(async (request, response) => {
    last = request.headers.authorization
    if (last !== authorization) return void response.writeHead(401).end()
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const reply = await replyTo(request)
    await ready
    response.writeHead(reply ? 200 : 202, { 'content-type': 'application/json' })
    response.end(reply && JSON.stringify(reply))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    pause: () => {
      let release = () => {}
      ready = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    lastAuthorization: () => last,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Null for a notification. */
async function replyTo(request: IncomingMessage): Promise<object | null> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const { id, method } = JSON.parse(text) as { id?: number; method?: string }
  if (id === undefined) return null
  const serverInfo = { name: 'wiki', version: '1' }
  const hello = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo }
  if (method === 'initialize') return { jsonrpc: '2.0', id, result: hello }
  if (method === 'tools/list') return { jsonrpc: '2.0', id, result: { tools } }
  return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
}
