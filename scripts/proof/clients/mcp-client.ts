import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export interface McpCall {
  readonly isError: boolean
  readonly texts: readonly string[]
  /** The first text, which is JSON. */
  readonly body: Record<string, unknown>
}

export interface McpClient {
  call(name: string, input?: object): Promise<McpCall>
  close(): Promise<void>
}

export interface McpClientOptions {
  readonly url: string
  readonly key: string
  readonly session: string
  readonly era?: 'modern' | 'legacy'
  /** The person's answer where the client can ask; without it, it cannot. */
  readonly answer?: (message: string) => boolean
}

/** The SDK's own client, as an agent has it. */
export async function connectMcp(options: McpClientOptions): Promise<McpClient> {
  const { url, key, session, era = 'modern', answer } = options
  const client = new Client(
    { name: 'proof-agent', version: '1.0' },
    {
      capabilities: answer ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  )
  if (answer)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      ...{ action: 'accept', content: { approve: answer(params.message) } },
    }))
  const headers = { authorization: `Bearer ${key}`, 'x-repertoire-conversation': session }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }),
  )
  return {
    call: async (name, input = {}) => {
      const { content, isError = false } = await client.callTool({
        ...{ name, arguments: input as Record<string, unknown> },
      })
      const texts = content.map((block) => (block.type === 'text' ? block.text : ''))
      return { isError, texts, body: bodyOf(texts[0] ?? '{}') }
    },
    close: () => client.close(),
  }
}

function bodyOf(text: string): Record<string, unknown> {
  return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
}
