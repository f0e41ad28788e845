import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Message {
  readonly role: string
  readonly content?: unknown
  readonly tool_calls?: readonly object[]
}

export interface ScriptedModel {
  /** Settings of a server that uses it. */
  readonly env: Readonly<Record<string, string>>
  /** A turn with nothing around it: the same calls of the same model, and no tool behind them. */
  bareTurn(): Promise<void>
  close(): Promise<void>
}

/** A model in OpenAI's wire format that searches skills `steps - 1` times and then answers, at once. */
export async function startScriptedModel(steps: number): Promise<ScriptedModel> {
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as {
        readonly messages: readonly Message[]
      }
      answer(response, messages.filter(({ role }) => role === 'tool').length < steps - 1)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    env: { OPENAI_BASE_URL: url, OPENAI_MODEL: 'scripted', OPENAI_API_KEY: 'none' },
    bareTurn: () => bareTurn(url, steps),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function bareTurn(url: string, steps: number): Promise<void> {
  const messages: Message[] = [{ role: 'user', content: 'Search.' }]
  for (let step = 0; step < steps; step += 1) {
    const body = JSON.stringify({ model: 'scripted', messages })
    const headers = { 'content-type': 'application/json' }
    await (await fetch(`${url}/chat/completions`, { method: 'POST', headers, body })).text()
    messages.push({ role: 'assistant', tool_calls: [{}] }, { role: 'tool', content: 'Nothing.' })
  }
}

let calls = 0

function answer(response: ServerResponse, isSearch: boolean): void {
  const send = (choice: object) => {
    const head = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'scripted' }
    response.write(`data: ${JSON.stringify({ ...head, choices: [{ index: 0, ...choice }] })}\n\n`)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (isSearch) {
    const called = { name: 'search_skills', arguments: '{"query":"settlement"}' }
    const call = { index: 0, id: `call_${++calls}`, type: 'function', function: called }
    send({ delta: { role: 'assistant', tool_calls: [call] }, finish_reason: 'tool_calls' })
  } else {
    send({ delta: { role: 'assistant', content: 'Done.' }, finish_reason: 'stop' })
  }
  response.end('data: [DONE]\n\n')
}
