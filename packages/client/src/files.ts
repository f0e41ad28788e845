import type { ConversationFile } from '@repertoire/protocol'
import { Resource } from './resource.ts'
import { segment } from './transport.ts'

/** Files of a conversation, shared with its agent. */
export class FilesResource extends Resource {
  readonly list = this.call('get', '/api/v1/conversations/{id}/files')

  /** The bytes of one file. */
  async read(conversationId: string, path: string, signal?: AbortSignal): Promise<Uint8Array> {
    const response = await this.transport.raw(content(conversationId), {
      query: { path },
      headers: { accept: 'application/octet-stream' },
      signal,
    })
    return new Uint8Array(await response.arrayBuffer())
  }

  /** At most 10 MiB; a file of the same path is replaced. Throws `workspace.full` and `workspace.bad-path`. */
  write(
    conversationId: string,
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<ConversationFile> {
    const upload = { bytes, type: 'application/octet-stream' }
    return this.transport.json(content(conversationId), { method: 'PUT', query: { path }, upload })
  }

  remove(conversationId: string, path: string): Promise<void> {
    return this.transport.json(content(conversationId), { method: 'DELETE', query: { path } })
  }
}

function content(conversationId: string): string {
  return `/api/v1/conversations/${segment(conversationId)}/files/content`
}
