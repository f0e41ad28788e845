import type { ApiKeyBody, ApiKeyCreate, ApiKeyCreated } from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

/** API keys. */
export class KeysResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(): Promise<{ items: ApiKeyBody[] }> {
    return this.#transport.json('/api/v1/keys')
  }

  /** Only this response contains the key itself. */
  create(key: ApiKeyCreate): Promise<ApiKeyCreated> {
    return this.#transport.json('/api/v1/keys', { method: 'POST', body: key })
  }

  /** `madeInSessions`: also the keys made in sessions that it opened. */
  remove(id: string, also: { readonly madeInSessions?: boolean } = {}): Promise<void> {
    const query = { made_in_sessions: also.madeInSessions }
    return this.#transport.json(`/api/v1/keys/${segment(id)}`, { method: 'DELETE', query })
  }
}
