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
  /** The whole organisation's. */
  readonly everybody?: boolean | undefined
  /** The id of the person whose they are. */
  readonly owner?: string | undefined
  readonly enabled?: boolean | undefined
}

/** A delivery that was signed already. */
export interface SignedDelivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/** Schedules and webhooks that start turns (E8). */
export class TriggersResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** One's own unless the query says more, which is for owners and admins. */
  list(query: TriggerListQuery = {}): Promise<TriggerPage> {
    return this.#transport.json('/api/v1/triggers', { query: { ...query } })
  }

  /** Of a webhook the secret is in this answer and never again. */
  create(trigger: TriggerCreate): Promise<TriggerCreated> {
    return this.#transport.json('/api/v1/triggers', { method: 'POST', body: trigger })
  }

  get(id: string): Promise<TriggerBody> {
    return this.#transport.json(pathOf(id))
  }

  /** Only what is given changes. `etag`: refused as `signal.stale` when it is no longer the current one. */
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

  /** What a program outside does; it needs no API key, but the signature. */
  deliver({ headers, body }: SignedDelivery): Promise<TriggerDelivered> {
    const upload = { bytes: body, type: 'application/json' }
    return this.#transport.json('/api/v1/trigger-deliveries', { method: 'POST', headers, upload })
  }
}

function pathOf(id: string): string {
  return `/api/v1/triggers/${segment(id)}`
}
