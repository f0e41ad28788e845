import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One received request. */
export interface Received {
  method: string
  url: string
  authorization: string | undefined
  body: { scope: string; items: { path: string; files: { path: string }[] }[] }
}

export interface FakeServer {
  readonly url: string
  readonly received: Received[]
  close(): void
}

/** A fake server for failures the real one cannot be made to show. */
export async function startFakeServer(
  answer: (request: Received, response: ServerResponse) => void | Promise<void>,
): Promise<FakeServer> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const text = await bodyOf(request)
    const seen: Received = {
      method: request.method ?? '',
      url: request.url ?? '',
      authorization: request.headers.authorization,
      body: text === '' ? { scope: '', items: [] } : JSON.parse(text),
    }
    received.push(seen)
    await answer(seen, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
}

/** Responds that every skill was created. */
export function sendAllCreated({ body }: Received, response: ServerResponse): void {
  const results = body.items.map(({ path }) => ({
    path,
    status: 'created',
    skill: { slug: path.split('/').at(-1), name: path },
    repaired: false,
    diagnostics: [],
  }))
  sendJson(response, 200, { results })
}

export function problem(status: number, code: string, message: string) {
  return { type: 'about:blank', title: code, status, code, message }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
