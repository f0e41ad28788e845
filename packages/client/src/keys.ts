import { Resource } from './resource.ts'
import { segment } from './transport.ts'

/** API keys. */
export class KeysResource extends Resource {
  readonly list = this.call('get', '/api/v1/keys')

  /** Only this response contains the key itself. */
  readonly create = this.call('post', '/api/v1/keys')

  /** `madeInSessions`: also the keys made in sessions that it opened. */
  remove(id: string, also: { readonly madeInSessions?: boolean } = {}): Promise<void> {
    const query = { made_in_sessions: also.madeInSessions }
    return this.transport.json(`/api/v1/keys/${segment(id)}`, { method: 'DELETE', query })
  }
}
