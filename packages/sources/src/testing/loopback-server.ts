import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isProblemError, type Problem } from '@repertoire/core/base'
import type { SourceItem } from '@repertoire/core/ports'
import type { OutboundFetch } from '../http/outbound-fetch.ts'

/** What a path answers: text, bytes, JSON (any other value), or a function that answers by itself. */
export type Served =
  | string
  | Uint8Array
  | ((request: IncomingMessage, response: ServerResponse) => void)
  | object

export interface LoopbackServer {
  readonly url: string
  /** Paths with their answers; everything else is 404. */
  readonly served: Map<string, Served>
  /** `GET /path`, in order. */
  readonly requests: string[]
  /** The headers of the same requests. */
  readonly headers: IncomingMessage['headers'][]
  close(): Promise<void>
}

/** A real HTTP server on 127.0.0.1 that stands for the Internet. */
export async function startLoopbackServer(): Promise<LoopbackServer> {
  const served = new Map<string, Served>()
  const requests: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push(`${request.method} ${path}`)
    headers.push(request.headers)
    answer(served.get(path) ?? served.get(path.split('?', 1)[0] ?? ''), request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    served,
    requests,
    headers,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(
  served: Served | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (served === undefined) response.writeHead(404).end('not found')
  else if (typeof served === 'function') served(request, response)
  else if (typeof served === 'string' || served instanceof Uint8Array) response.end(served)
  else response.setHeader('content-type', 'application/json').end(JSON.stringify(served))
}

/** The platform's `fetch`, which can reach loopback; the guard itself is tested beside it, in the server. */
export const loopbackFetch: OutboundFetch = (url, { headers, signal }) =>
  fetch(url, { headers, signal })

/** The problem that a promise rejects with. */
export async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  try {
    await promise
  } catch (error) {
    if (isProblemError(error)) return error.problem
    throw error
  }
  throw new Error('it was not refused')
}

/** The texts of an item's files by path. Throws its problem. */
export function textsOf(item: SourceItem | undefined): Record<string, string> {
  if (!item?.files) throw new Error(`no files: ${JSON.stringify(item?.problem)}`)
  const decoder = new TextDecoder()
  return Object.fromEntries(item.files.map(({ path, bytes }) => [path, decoder.decode(bytes)]))
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
