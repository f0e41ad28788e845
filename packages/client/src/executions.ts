import type { ExecutionEvent } from '@repertoire/protocol'
import { readFrames } from './event-frames.ts'
import { Resource } from './resource.ts'
import { segment } from './transport.ts'

/** Script executions, and the sandbox. */
export class ExecutionsResource extends Resource {
  readonly list = this.call('get', '/api/v1/executions')
  readonly get = this.call('get', '/api/v1/executions/{id}')

  /** Starts a script of a skill and returns at once; use `follow` for the rest. */
  readonly start = this.call('post', '/api/v1/executions')

  /** The live output; `end` comes last. */
  async *follow(
    id: string,
    options: { readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<ExecutionEvent, void> {
    const headers = { accept: 'text/event-stream' }
    const response = await this.transport.raw(path(id, '/events'), { headers, ...options })
    if (!response.body) return
    for await (const { event, data } of readFrames(response.body, { lastId: 0 })) {
      yield { event, data } as ExecutionEvent
    }
  }

  readonly cancel = this.call('post', '/api/v1/executions/{id}/cancel')

  /** The bytes of an output file. */
  async output(id: string, file: string): Promise<Uint8Array> {
    const response = await this.transport.raw(path(id, '/outputs'), {
      query: { path: file },
      headers: { accept: 'application/octet-stream' },
    })
    return new Uint8Array(await response.arrayBuffer())
  }

  /** Runs code of the caller and waits for its result. */
  readonly execute = this.call('post', '/api/v1/sandbox/execute')
  readonly sandbox = this.call('get', '/api/v1/sandbox')
}

function path(id: string, rest = ''): string {
  return `/api/v1/executions/${segment(id)}${rest}`
}
