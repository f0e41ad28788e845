import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a provider got. */
export interface ReceivedCall {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: { readonly model?: string; readonly tools?: readonly unknown[] }
}

export interface ProviderDouble {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** `127.0.0.1:<port>` */
  readonly host: string
  readonly calls: ReceivedCall[]
  /** From now on. */
  answerWith(answer: ProviderAnswer): void
  stop(): Promise<void>
}

export type ProviderAnswer = (response: ServerResponse, path: string) => void

/** A provider on this machine that speaks OpenAI's and Anthropic's interface. */
export async function startProviderDouble(): Promise<ProviderDouble> {
  const calls: ReceivedCall[] = []
  let answer: ProviderAnswer = textAnswer('ready')
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request)).toString()
    const path = request.url ?? ''
    calls.push({ path, headers: request.headers, body: text === '' ? {} : JSON.parse(text) })
    answer(response, path)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    calls,
    answerWith: (next) => {
      answer = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Streams a text in the shape of the interface that was asked. */
export function textAnswer(text: string): ProviderAnswer {
  return (response, path) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const events = path.endsWith('/messages') ? anthropicEvents(text) : openAiEvents(text)
    response.end(events.join(''))
  }
}

/** A refusal with the words of a provider. */
export function errorAnswer(status: number, message: string): ProviderAnswer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message, type: 'error' } }))
  }
}

function openAiEvents(content: string): string[] {
  const chunk = (choices: object[], more: object = {}) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...more })}\n\n`
  const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 }
  return [
    chunk([{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }]),
    // With the last choice, as Mistral counts; other servers send an event of its own.
    chunk([{ index: 0, delta: {}, finish_reason: 'stop' }], { usage }),
    'data: [DONE]\n\n',
  ]
}

function anthropicEvents(text: string): string[] {
  const event = (type: string, data: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
  const message = {
    ...{ id: 'm', type: 'message', role: 'assistant', model: 'm', content: [] },
    ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 12, output_tokens: 1 } },
  }
  return [
    event('message_start', { message }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 3 },
    }),
    event('message_stop', {}),
  ]
}
