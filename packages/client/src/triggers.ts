import type { TriggerDelivered } from '@repertoire/protocol'
import { Resource } from './resource.ts'

/** A signed delivery. */
export interface SignedDelivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/** Schedules and webhooks that start turns. */
export class TriggersResource extends Resource {
  /** One's own by default; more is for owners and admins. */
  readonly list = this.call('get', '/api/v1/triggers')

  /** Only this response contains the secret of a webhook. */
  readonly create = this.call('post', '/api/v1/triggers')
  readonly get = this.call('get', '/api/v1/triggers/{id}')

  /** Changes only the given fields. `etag`: rejected as `signal.stale` when outdated. */
  readonly update = this.call('put', '/api/v1/triggers/{id}')
  readonly stop = this.call('post', '/api/v1/triggers/{id}/stop')
  readonly remove = this.call('delete', '/api/v1/triggers/{id}')
  readonly run = this.call('post', '/api/v1/triggers/{id}/run')
  readonly renewSecret = this.call('post', '/api/v1/triggers/{id}/secret')
  readonly firings = this.call('get', '/api/v1/triggers/{id}/firings')
  readonly times = this.call('get', '/api/v1/trigger-times')

  /** The call of an external program; it needs the signature, but no API key. */
  deliver({ headers, body }: SignedDelivery): Promise<TriggerDelivered> {
    const upload = { bytes: body, type: 'application/json' }
    return this.transport.json('/api/v1/trigger-deliveries', { method: 'POST', headers, upload })
  }
}
