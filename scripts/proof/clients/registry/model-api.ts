/** What a request of an agent tells its model: the tools, and the results of its calls so far. */
export interface ModelRequest {
  readonly tools: readonly string[]
  /** As text, in the order of the calls. */
  readonly results: readonly string[]
}

export type ModelReply =
  | { readonly tool: string; readonly input: object }
  | { readonly text: string }

/** How one vendor's API is spoken. */
export interface ModelApi {
  readonly path: RegExp
  read(body: never): ModelRequest
  /** The body of a streamed answer; `at` is the number of results so far. */
  write(reply: ModelReply, at: number): string
}

type Event = readonly [name: string, data: object]

const named = (events: readonly Event[]) =>
  events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('')
const unnamed = (chunks: readonly object[]) =>
  chunks.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('')

interface AnthropicBody {
  readonly tools?: readonly { name: string }[]
  readonly messages: readonly { content: string | readonly { type: string; content?: unknown }[] }[]
}

const anthropic: ModelApi = {
  path: /^\/v1\/messages(\?|$)/,
  read: ({ tools = [], messages }: AnthropicBody) => ({
    tools: tools.map(({ name }) => name),
    results: messages
      .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => JSON.stringify(content)),
  }),
  write: (reply, at) => {
    const isCall = 'tool' in reply
    const block = isCall
      ? { type: 'tool_use', id: `toolu_${at}`, name: reply.tool, input: {} }
      : { type: 'text', text: '' }
    const delta = isCall
      ? { type: 'input_json_delta', partial_json: JSON.stringify(reply.input) }
      : { type: 'text_delta', text: reply.text }
    const usage = { input_tokens: 1, output_tokens: 1 }
    const message = { id: `msg_${at}`, type: 'message', role: 'assistant', model: 'double' }
    const stop = { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null }
    return named(
      [
        { type: 'message_start', message: { ...message, content: [], usage } },
        { type: 'content_block_start', index: 0, content_block: block },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: stop, usage },
        { type: 'message_stop' },
      ].map((data) => [data.type, data]),
    )
  },
}

interface ResponsesBody {
  readonly tools?: readonly {
    type: string
    name?: string
    tools?: readonly { name: string }[]
  }[]
  readonly input: readonly { type: string; output?: unknown }[]
}

/** OpenAI's Responses API. Codex has the tools of a server in a namespace. */
const responses: ModelApi = {
  path: /\/responses(\?|$)/,
  read: ({ tools = [], input }: ResponsesBody) => ({
    tools: tools.flatMap((tool) =>
      tool.type === 'namespace'
        ? (tool.tools ?? []).map(({ name }) => `${tool.name}/${name}`)
        : (tool.name ?? []),
    ),
    results: input
      .filter(({ type }) => type === 'function_call_output')
      .map(({ output }) => JSON.stringify(output)),
  }),
  write: (reply, at) => {
    const [namespace, name] = 'tool' in reply ? reply.tool.split('/') : []
    const item =
      'tool' in reply
        ? {
            ...{ type: 'function_call', id: `fc_${at}`, call_id: `call_${at}`, namespace, name },
            arguments: JSON.stringify(reply.input),
          }
        : {
            ...{ type: 'message', role: 'assistant', id: `msg_${at}` },
            content: [{ type: 'output_text', text: reply.text }],
          }
    const id = `resp_${at}`
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
    return named(
      [
        { type: 'response.created', response: { id } },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: { id, usage } },
      ].map((data) => [data.type, data]),
    )
  },
}

interface GeminiBody {
  readonly tools?: readonly { functionDeclarations?: readonly { name: string }[] }[]
  readonly contents: readonly { parts?: readonly { functionResponse?: { response: unknown } }[] }[]
}

const gemini: ModelApi = {
  path: /:streamGenerateContent(\?|$)/,
  read: ({ tools = [], contents }: GeminiBody) => ({
    tools: tools.flatMap(({ functionDeclarations = [] }) =>
      functionDeclarations.map((one) => one.name),
    ),
    results: contents
      .flatMap(({ parts = [] }) => parts)
      .flatMap(({ functionResponse: one }) => (one ? JSON.stringify(one.response) : [])),
  }),
  write: (reply) => {
    const part =
      'tool' in reply
        ? { functionCall: { name: reply.tool, args: reply.input } }
        : { text: reply.text }
    const candidate = { content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 }
    return unnamed([{ candidates: [candidate], usageMetadata }])
  },
}

interface ChatBody {
  readonly tools?: readonly { function: { name: string } }[]
  readonly messages: readonly { role: string; content: unknown }[]
}

/** OpenAI's chat completions, which other providers speak, too. */
const chat: ModelApi = {
  path: /\/chat\/completions(\?|$)/,
  read: ({ tools = [], messages }: ChatBody) => ({
    tools: tools.map((tool) => tool.function.name),
    results: messages
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => JSON.stringify(content)),
  }),
  write: (reply, at) => {
    const isCall = 'tool' in reply
    const delta = isCall
      ? {
          role: 'assistant',
          tool_calls: [
            {
              ...{ index: 0, id: `call_${at}`, type: 'function' },
              function: { name: reply.tool, arguments: JSON.stringify(reply.input) },
            },
          ],
        }
      : { role: 'assistant', content: reply.text }
    const chunk = { id: `chat_${at}`, object: 'chat.completion.chunk', model: 'double' }
    const finish_reason = isCall ? 'tool_calls' : 'stop'
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
    const chunks = [
      { ...chunk, choices: [{ index: 0, delta }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage },
    ]
    return `${unnamed(chunks)}data: [DONE]\n\n`
  },
}

export const modelApis: readonly ModelApi[] = [anthropic, responses, gemini, chat]
