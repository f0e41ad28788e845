import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isProblemError, type Problem } from '@repertoire/core/base'
import type { Model, ModelRequest } from '@repertoire/core/ports'
import { afterEach, describe, expect, it } from 'vitest'
import { createAnthropicModel } from './anthropic.ts'
import { createOpenAiCompatibleModel } from './openai-compatible.ts'

const secret = 'sk-very-secret-0123456789'

interface Seen {
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown>
}

type Reply = (response: ServerResponse, seen: Seen) => void

const closings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

/** A local provider that answers as configured and records its requests. */
async function provider(reply: Reply): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Seen['body']
    const one = { url: request.url ?? '', headers: request.headers, body }
    seen.push(one)
    reply(response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen }
}

function sse(response: ServerResponse, events: readonly (object | string)[]): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) {
    if (typeof event === 'string') response.write(`data: ${event}\n\n`)
    else {
      const name = 'type' in event ? `event: ${event.type}\n` : ''
      response.write(`${name}data: ${JSON.stringify(event)}\n\n`)
    }
  }
  return response
}

const request: ModelRequest = {
  system: ['Be kind.', '<skill name="Postgres">\nCheck locks.\n</skill>'],
  messages: [
    { role: 'user', text: 'postgres is slow' },
    {
      role: 'assistant',
      text: 'Looking.',
      toolCalls: [
        { id: 'call_a', name: 'search_skills', input: { query: 'postgres' } },
        { id: 'call_b', name: 'enable_skill', input: 'not json' },
      ],
    },
    {
      role: 'tool',
      callId: 'call_a',
      name: 'search_skills',
      outcome: { status: 'ok', output: { skills: [] } },
    },
    {
      role: 'tool',
      callId: 'call_b',
      name: 'enable_skill',
      outcome: {
        status: 'refused',
        problem: { code: 'tool.bad-input', kind: 'invalid', message: 'Wrong.', hint: 'Do better.' },
      },
    },
  ],
  tools: [
    {
      name: 'search_skills',
      description: 'Search.',
      inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
    },
    { name: 'enable_skill', description: 'Enable.', inputSchema: { type: 'object' } },
  ],
}

function openAiDelta(delta: object, finish: string | null = null) {
  return { id: 'c1', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] }
}

const openAiUsage = {
  id: 'c1',
  choices: [],
  usage: {
    ...{ prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
    prompt_tokens_details: { cached_tokens: 4 },
  },
}

function openAi(baseUrl: string, apiKey: string | undefined = secret): Model {
  return createOpenAiCompatibleModel({ apiKey, model: 'test-model', baseUrl })
}

function anthropic(baseUrl: string): Model {
  return createAnthropicModel({ apiKey: secret, model: 'test-model', baseUrl })
}

async function problemOf(model: Model, change: Partial<ModelRequest> = {}): Promise<Problem> {
  try {
    await model.step({ ...request, ...change }, () => undefined)
  } catch (error) {
    if (isProblemError(error)) return error.problem
    throw error
  }
  throw new Error('did not fail')
}

describe('an OpenAI-compatible model', () => {
  it('streams text, returns tool calls and usage, and sends the conversation unchanged', async () => {
    const call = (args: object) => ({ tool_calls: [{ index: 0, ...args }] })
    const { url, seen } = await provider((response) =>
      sse(response, [
        openAiDelta({ role: 'assistant', content: 'One ' }),
        openAiDelta({ content: 'moment.' }),
        openAiDelta(
          call({
            id: 'call_0',
            type: 'function',
            function: { name: 'enable_skill', arguments: '{"skill_' },
          }),
        ),
        openAiDelta(call({ function: { arguments: 'slug":"postgres"}' } })),
        openAiDelta({}, 'tool_calls'),
        openAiUsage,
        '[DONE]',
      ]).end(),
    )
    const pieces: string[] = []
    const answer = await openAi(url).step(request, (piece) => pieces.push(piece))
    expect(pieces).toEqual(['One ', 'moment.'])
    expect(answer).toEqual({
      text: 'One moment.',
      toolCalls: [{ id: 'call_0', name: 'enable_skill', input: { skill_slug: 'postgres' } }],
      usage: { inputTokens: 12, outputTokens: 7, cachedTokens: 4 },
    })
    expect(seen).toHaveLength(1)
    expect(seen[0]?.url).toBe('/v1/chat/completions')
    expect(seen[0]?.headers.authorization).toBe(`Bearer ${secret}`)
    expect(seen[0]?.body).toMatchObject({
      model: 'test-model',
      stream: true,
      messages: [
        { role: 'system', content: request.system.join('\n\n') },
        { role: 'user', content: 'postgres is slow' },
        {
          role: 'assistant',
          content: 'Looking.',
          tool_calls: [
            {
              id: 'call_a',
              function: { name: 'search_skills', arguments: '{"query":"postgres"}' },
            },
            { id: 'call_b', function: { arguments: '{"input":"not json"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_a', content: '{"skills":[]}' },
        { role: 'tool', tool_call_id: 'call_b', content: expect.stringContaining('Do better.') },
      ],
    })
    const tools = seen[0]?.body.tools as { function: { name: string } }[]
    expect(tools.map((tool) => tool.function.name)).toEqual(['search_skills', 'enable_skill'])
  })

  it('needs no key where the server needs none', async () => {
    const { url, seen } = await provider((response) =>
      sse(response, [openAiDelta({ content: 'Hi.' }, 'stop'), '[DONE]']).end(),
    )
    const model = createOpenAiCompatibleModel({ apiKey: undefined, model: 'llama', baseUrl: url })
    const { text, usage } = await model.step(request, () => undefined)
    expect(text).toBe('Hi.')
    // It reported no usage, which is not the same as none.
    expect(usage).toEqual({ inputTokens: null, outputTokens: null, cachedTokens: null })
    expect(seen[0]?.headers.authorization).toBeUndefined()
  })

  it('passes calls of unknown tools and invalid input on, for the gate to refuse', async () => {
    const calls = [
      { index: 0, id: 'a', type: 'function', function: { name: '__proto__', arguments: '{}' } },
      { index: 1, id: 'b', type: 'function', function: { name: 'enable_skill', arguments: '{"x' } },
      { index: 2, id: 'c', type: 'function', function: { name: 'rm_rf', arguments: '{"a":1}' } },
    ]
    const { url } = await provider((response) =>
      sse(response, [
        openAiDelta({ tool_calls: calls }),
        openAiDelta({}, 'tool_calls'),
        '[DONE]',
      ]).end(),
    )
    const { toolCalls } = await openAi(url).step(request, () => undefined)
    expect(toolCalls.map(({ id, name, input }) => [id, name, input])).toEqual([
      ['a', '__proto__', {}],
      ['b', 'enable_skill', '{"x'],
      ['c', 'rm_rf', { a: 1 }],
    ])
  })
})

describe('an Anthropic model', () => {
  const events = [
    {
      type: 'message_start',
      message: {
        id: 'm1',
        type: 'message',
        role: 'assistant',
        model: 'test-model',
        content: [],
        stop_reason: null,
        // Anthropic counts what it read from its cache apart from the other input.
        usage: { input_tokens: 9, cache_read_input_tokens: 3, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'One moment.' } },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'enable_skill', input: {} },
    },
    {
      type: 'content_block_delta',
      index: 1,
      delta: { type: 'input_json_delta', partial_json: '{"skill_slug":"postgres"}' },
    },
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ]

  it('streams text, returns tool calls, and keeps the order of the prompt’s blocks', async () => {
    const { url, seen } = await provider((response) => sse(response, events).end())
    const pieces: string[] = []
    const answer = await anthropic(url).step(request, (piece) => pieces.push(piece))
    expect(pieces.join('')).toBe('One moment.')
    expect(answer).toEqual({
      text: 'One moment.',
      toolCalls: [{ id: 'toolu_1', name: 'enable_skill', input: { skill_slug: 'postgres' } }],
      usage: { inputTokens: 12, outputTokens: 7, cachedTokens: 3 },
    })
    expect(seen[0]?.url).toBe('/v1/messages')
    expect(seen[0]?.headers['x-api-key']).toBe(secret)
    const system = seen[0]?.body.system as { text: string }[]
    expect(system.map((block) => block.text)).toEqual(request.system)
    expect(seen[0]?.body.messages).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        content: [{ type: 'text' }, { type: 'tool_use' }, { type: 'tool_use' }],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_a' },
          { type: 'tool_result', tool_use_id: 'call_b', is_error: true },
        ],
      },
    ])
  })

  it('B2: caches three prefixes: stable blocks, the whole system prompt, and all messages', async () => {
    const { url, seen } = await provider((response) => sse(response, events).end())
    const cached = async (change: Partial<ModelRequest>) => {
      await anthropic(url).step({ ...request, ...change }, () => undefined)
      const { system, messages } = (seen.at(-1) as Seen).body as unknown as {
        system: { cache_control?: object }[]
        messages: { content: { cache_control?: object }[] }[]
      }
      const marked = (blocks: { cache_control?: object }[]) =>
        blocks.flatMap((block, index) => (block.cache_control ? [index] : []))
      const parts = messages.flatMap(({ content }) => content)
      return { system: marked(system), messages: marked(parts), of: parts.length }
    }
    const system = ['Rules.', '## Available Skills', '<observations>', '<skill>']
    const changing = await cached({ system, stableBlocks: 2 })
    expect(changing).toEqual({ system: [1, 3], messages: [changing.of - 1], of: changing.of })
    expect(await cached({ system, stableBlocks: 4 })).toMatchObject({ system: [3] })
    expect(await cached({ system })).toMatchObject({ system: [3] })
    const asked = await cached({
      system,
      stableBlocks: 1,
      messages: [{ role: 'user', text: 'Hi.' }],
    })
    expect(asked).toEqual({ system: [0, 3], messages: [0], of: 1 })
  })

  it('distinguishes a broken stream from a finished one', async () => {
    const { url } = await provider((response) => sse(response, events.slice(0, 4)).end())
    expect((await problemOf(anthropic(url))).code).toBe('model.stream-cut')
  })

  it('reports an overload within the stream as a cut, because it may have been charged', async () => {
    const { url } = await provider((response) =>
      sse(response, [
        ...events.slice(0, 3),
        { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      ]).end(),
    )
    expect((await problemOf(anthropic(url))).code).toBe('model.stream-cut')
  })
})

describe.each([
  ['OpenAI-compatible', openAi],
  ['Anthropic', anthropic],
] as const)('when a provider fails (%s)', (_name, connect) => {
  function failing(status: number, headers: Record<string, string> = {}): Reply {
    return (response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      const message = `Incorrect API key provided: ${secret}. Send sk-another-one-4711 instead.`
      response.end(JSON.stringify({ type: 'error', error: { type: 'x', message } }))
    }
  }

  it.each([
    [401, 'model.unauthorised'],
    [403, 'model.unauthorised'],
    [404, 'model.unknown'],
    [400, 'model.bad-request'],
    [429, 'model.rate-limited'],
    [500, 'model.failed'],
    [503, 'model.overloaded'],
    [529, 'model.overloaded'],
  ])('answers %i as %s, tries once, and leaks no secret', async (status, code) => {
    const { url, seen } = await provider(failing(status))
    const problem = await problemOf(connect(url))
    expect(problem).toMatchObject({ code, details: { status } })
    expect(seen).toHaveLength(1)
    const serialised = JSON.stringify(problem)
    expect(serialised).not.toContain(secret)
    expect(serialised).not.toContain('another-one')
    expect(serialised).not.toContain('postgres is slow')
  })

  it('passes the provider’s retry-after on', async () => {
    const { url } = await provider(failing(429, { 'retry-after': '17' }))
    expect((await problemOf(connect(url))).details).toMatchObject({ retry_after_seconds: 17 })
  })

  it('distinguishes an absent server from a broken connection', async () => {
    const gone = await provider(() => undefined)
    await closings.pop()?.()
    expect((await problemOf(connect(gone.url))).code).toBe('model.unreachable')
    const { url } = await provider((response) => response.destroy())
    expect((await problemOf(connect(url))).code).toBe('model.stream-cut')
  })

  it('reports a connection that breaks within the answer as a cut', async () => {
    const { url } = await provider((response) => {
      sse(response, [openAiDelta({ content: 'Half' })])
      setImmediate(() => response.destroy())
    })
    expect((await problemOf(connect(url))).code).toBe('model.stream-cut')
  })

  it('reports a stream without an end as a cut', async () => {
    const { url } = await provider((response) => sse(response, []).end())
    expect((await problemOf(connect(url))).code).toBe('model.stream-cut')
  })

  it('rejects an answer of another format', async () => {
    const { url } = await provider((response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<html>Log in to the hotel network</html>')
    })
    expect((await problemOf(connect(url))).code).toMatch(/^model\./)
  })

  it('stops when the signal aborts', async () => {
    const controller = new AbortController()
    const { url } = await provider((response) => {
      sse(response, [])
      controller.abort()
    })
    const problem = await problemOf(connect(url), { signal: controller.signal })
    expect(problem.code).toMatch(/^model\./)
  })
})
