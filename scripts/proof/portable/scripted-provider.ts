import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The part of a request that scripts read. */
export interface ChatRequest {
  readonly model: string
  readonly messages: readonly {
    readonly role: 'system' | 'user' | 'assistant' | 'tool'
    readonly content: unknown
    readonly tool_call_id?: string
    readonly tool_calls?: readonly {
      readonly function: { readonly name: string; readonly arguments: string }
    }[]
  }[]
  readonly tools?: readonly {
    readonly function: {
      readonly name: string
      readonly description?: string
      readonly parameters?: { readonly required?: readonly string[] }
    }
  }[]
}

export interface ScriptedAnswer {
  readonly text?: string
  /** A text as input is sent as it is, whatever it is. */
  readonly calls?: readonly { readonly name: string; readonly input: object | string }[]
}

type Answer = ScriptedAnswer | undefined

export interface ScriptedProvider {
  readonly url: string
  readonly requests: readonly ChatRequest[]
  close(): Promise<void>
}

/**
 * A model provider with OpenAI's wire format whose answers come from a script. `undefined` never answers, as if
 * the model were still thinking when the server is killed.
 */
export async function startProvider(
  script: (request: ChatRequest) => Answer | Promise<Answer>,
): Promise<ScriptedProvider> {
  const requests: ChatRequest[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', async () => {
      const request = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest
      requests.push(request)
      const turn = requests.length
      const answer = await script(request)
      if (answer) stream(response, answer, turn)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function stream(
  response: ServerResponse,
  { text, calls = [] }: ScriptedAnswer,
  turn: number,
): void {
  const id = `chatcmpl-${turn}`
  const send = (choice: object, more: object = {}) => {
    const chunk = { id, object: 'chat.completion.chunk', created: 0, model: 'scripted', ...more }
    response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, ...choice }] })}\n\n`)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send({ delta: { role: 'assistant', content: text ?? '' }, finish_reason: null })
  for (const [index, { name, input }] of calls.entries()) {
    const called = { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) }
    const call = { index, id: `call_${turn}_${index}`, type: 'function', function: called }
    send({ delta: { tool_calls: [call] }, finish_reason: null })
  }
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
  send({ delta: {}, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }, { usage })
  response.end('data: [DONE]\n\n')
}
