import type {
  ExecutionBody,
  ExecutionEvent,
  ExecutionPage,
  ExecutionStart,
  SandboxExecute,
  SandboxHealthBody,
  SandboxResultBody,
} from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import { segment, type Transport } from './transport.ts'

export interface ExecutionQuery extends PageQuery {
  readonly conversation_id?: string
  readonly skill_id?: string
  readonly status?: ExecutionBody['status']
}

/** Script executions, and the sandbox. */
export class ExecutionsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(query: ExecutionQuery = {}): Promise<ExecutionPage> {
    return this.#transport.json('/api/v1/executions', { query: { ...query } })
  }

  get(id: string): Promise<ExecutionBody> {
    return this.#transport.json(path(id))
  }

  /** Starts a script of a skill and returns at once; use `follow` for the rest. */
  start(execution: ExecutionStart): Promise<ExecutionBody> {
    return this.#transport.json('/api/v1/executions', { method: 'POST', body: execution })
  }

  /** The live output; `end` comes last. */
  async *follow(
    id: string,
    options: { readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<ExecutionEvent, void> {
    const headers = { accept: 'text/event-stream' }
    const response = await this.#transport.raw(path(id, '/events'), { headers, ...options })
    if (!response.body) return
    const decoder = new TextDecoder()
    let buffer = ''
    for await (const bytes of chunks(response.body)) {
      buffer += decoder.decode(bytes, { stream: true })
      const frames = buffer.split('\n\n')
      buffer = frames.pop() ?? ''
      for (const frame of frames) {
        const event = parseFrame(frame)
        if (event) yield event
      }
    }
  }

  cancel(id: string): Promise<ExecutionBody> {
    return this.#transport.json(path(id, '/cancel'), { method: 'POST' })
  }

  /** The bytes of an output file. */
  async output(id: string, file: string): Promise<Uint8Array> {
    const response = await this.#transport.raw(path(id, '/outputs'), {
      query: { path: file },
      headers: { accept: 'application/octet-stream' },
    })
    return new Uint8Array(await response.arrayBuffer())
  }

  /** Runs code of the caller and waits for its result. */
  execute(code: SandboxExecute): Promise<SandboxResultBody> {
    return this.#transport.json('/api/v1/sandbox/execute', { method: 'POST', body: code })
  }

  sandbox(): Promise<SandboxHealthBody> {
    return this.#transport.json('/api/v1/sandbox')
  }
}

function path(id: string, rest = ''): string {
  return `/api/v1/executions/${segment(id)}${rest}`
}

/** Not every browser can iterate a stream. Leaving the loop closes the connection. */
async function* chunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function parseFrame(frame: string): ExecutionEvent | undefined {
  const lines = frame.split('\n')
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const [event, data] = [field('event'), field('data')]
  if (event === undefined || data === undefined) return undefined
  return { event, data: JSON.parse(data) } as ExecutionEvent
}
