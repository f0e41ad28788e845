import type {
  TriggerBody,
  TriggerCreate,
  TriggerCreated,
  TriggerDelivered,
  TriggerFiringBody,
  TriggerFiringPage,
  TriggerPage,
  TriggerSecretBody,
  TriggerTimes,
  TriggerUpdate,
} from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import { segment, type Transport } from './transport.ts'

export interface TriggerListQuery extends PageQuery {
  /** Triggers of the whole organisation. */
  readonly everybody?: boolean | undefined
  /** The id of the owner. */
  readonly owner?: string | undefined
  readonly enabled?: boolean | undefined
}

/** A signed delivery. */
export interface SignedDelivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/** Schedules and webhooks that start turns. */
export class TriggersResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** One's own by default; more is for owners and admins. */
  list(query: TriggerListQuery = {}): Promise<TriggerPage> {
    return this.#transport.json('/api/v1/triggers', { query: { ...query } })
  }

  /** Only this response contains the secret of a webhook. */
  create(trigger: TriggerCreate): Promise<TriggerCreated> {
    return this.#transport.json('/api/v1/triggers', { method: 'POST', body: trigger })
  }

  get(id: string): Promise<TriggerBody> {
    return this.#transport.json(pathOf(id))
  }

  /** Changes only the given fields. `etag`: rejected as `signal.stale` when outdated. */
  update(id: string, change: TriggerUpdate, etag?: string): Promise<TriggerBody> {
    return this.#transport.json(pathOf(id), { method: 'PUT', body: change, etag })
  }

  stop(id: string): Promise<void> {
    return this.#transport.json(`${pathOf(id)}/stop`, { method: 'POST' })
  }

  remove(id: string): Promise<void> {
    return this.#transport.json(pathOf(id), { method: 'DELETE' })
  }

  run(id: string): Promise<TriggerFiringBody> {
    return this.#transport.json(`${pathOf(id)}/run`, { method: 'POST' })
  }

  renewSecret(id: string): Promise<TriggerSecretBody> {
    return this.#transport.json(`${pathOf(id)}/secret`, { method: 'POST' })
  }

  firings(id: string, query: PageQuery = {}): Promise<TriggerFiringPage> {
    return this.#transport.json(`${pathOf(id)}/firings`, { query: { ...query } })
  }

  times(schedule: { readonly cron: string; readonly time_zone: string }): Promise<TriggerTimes> {
    return this.#transport.json('/api/v1/trigger-times', { query: { ...schedule } })
  }

  /** The call of an external program; it needs the signature, but no API key. */
  deliver({ headers, body }: SignedDelivery): Promise<TriggerDelivered> {
    const upload = { bytes: body, type: 'application/json' }
    return this.#transport.json('/api/v1/trigger-deliveries', { method: 'POST', headers, upload })
  }
}

function pathOf(id: string): string {
  return `/api/v1/triggers/${segment(id)}`
}
