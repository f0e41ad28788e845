import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ModelReply, type ModelRequest, modelApis } from './model-api.ts'

export interface ModelDouble {
  readonly url: string
  close(): void
}

/** A model of four vendors' APIs, whose answers are those of `decide`. */
export async function startModelDouble(
  decide: (request: ModelRequest) => Promise<ModelReply>,
): Promise<ModelDouble> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const api = modelApis.find(({ path }) => path.test(request.url ?? ''))
    if (!api) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
      return
    }
    const asked = api.read(JSON.parse(body) as never)
    const reply = await decide(asked)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(api.write(reply, asked.results.length))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
