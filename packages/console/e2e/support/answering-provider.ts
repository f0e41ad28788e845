import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A provider behind the interface of OpenAI that answers at once. */
export interface AnsweringProvider {
  /** `127.0.0.1:<port>` */
  readonly host: string
  /** The header of the newest request. */
  authorization(): string | undefined
  /** From now on. */
  say(text: string): void
  /** From now on, with the words of a provider. */
  refuse(status: number, message: string): void
  stop(): Promise<void>
}

export async function startAnsweringProvider(): Promise<AnsweringProvider> {
  let answer = { status: 200, text: 'ready' }
  let authorization: string | undefined
  const server = createServer((request, response) => {
    request.resume()
    authorization = request.headers.authorization
    const { status, text } = answer
    if (status !== 200) {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: text, type: 'error' } }))
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end([...chunks(text), 'data: [DONE]\n\n'].join(''))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    authorization: () => authorization,
    say: (text) => {
      answer = { status: 200, text }
    },
    refuse: (status, text) => {
      answer = { status, text }
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function chunks(content: string): string[] {
  const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 }
  return [
    { choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage },
  ].map((part) => `data: ${JSON.stringify({ id: 'c', created: 1, model: 'm', ...part })}\n\n`)
}
