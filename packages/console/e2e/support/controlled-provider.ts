import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A model behind the interface of OpenAI whose answers arrive piece by piece, when a test says so. */
export interface ControlledProvider {
  readonly url: string
  /** Resolves when a model call waits for its answer. */
  called(): Promise<void>
  /** Sends a piece of the answer that was asked for last. */
  say(text: string): void
  /** Ends that answer. */
  finish(): void
  /** Ends it with the call of a tool. */
  callTool(name: string, input: object): void
  /** Breaks its connection. */
  breakOff(): void
  stop(): Promise<void>
}

export async function startControlledProvider(): Promise<ControlledProvider> {
  const waiting: ServerResponse[] = []
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    waiting.push(response)
    server.emit('called')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const send = (delta: object, finish: string | null = null) => {
    const choice = { index: 0, delta, finish_reason: finish }
    const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'held' }
    waiting.at(-1)?.write(`data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\n`)
  }
  const end = (reason: string) => {
    send({}, reason)
    waiting.at(-1)?.end('data: [DONE]\n\n')
  }
  let seen = 0
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    called: async () => {
      if (waiting.length === seen) await once(server, 'called')
      seen = waiting.length
    },
    say: (content) => send({ role: 'assistant', content }),
    finish: () => end('stop'),
    callTool: (name, input) => {
      const called = { name, arguments: JSON.stringify(input) }
      const id = `call_${waiting.length}`
      send({ tool_calls: [{ index: 0, id, type: 'function', function: called }] })
      end('tool_calls')
    },
    breakOff: () => waiting.at(-1)?.destroy(),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
