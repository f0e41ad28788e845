import type {
  SignalBody,
  SignalCreate,
  SignalCreated,
  SignalDelivered,
  SignalFiringBody,
  SignalFiringPage,
  SignalPage,
  SignalSecretBody,
  SignalTimes,
  SignalUpdate,
} from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import { segment, type Transport } from './transport.ts'

export interface SignalListQuery extends PageQuery {
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
export class SignalsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** One's own unless the query says more, which is for owners and admins. */
  list(query: SignalListQuery = {}): Promise<SignalPage> {
    return this.#transport.json('/api/v1/signal-sources', { query: { ...query } })
  }

  /** Of a webhook the secret is in this answer and never again. */
  create(signal: SignalCreate): Promise<SignalCreated> {
    return this.#transport.json('/api/v1/signal-sources', { method: 'POST', body: signal })
  }

  get(id: string): Promise<SignalBody> {
    return this.#transport.json(pathOf(id))
  }

  /** Only what is given changes. `etag`: refused as `signal.stale` when it is no longer the current one. */
  update(id: string, change: SignalUpdate, etag?: string): Promise<SignalBody> {
    return this.#transport.json(pathOf(id), { method: 'PUT', body: change, etag })
  }

  stop(id: string): Promise<void> {
    return this.#transport.json(`${pathOf(id)}/stop`, { method: 'POST' })
  }

  remove(id: string): Promise<void> {
    return this.#transport.json(pathOf(id), { method: 'DELETE' })
  }

  run(id: string): Promise<SignalFiringBody> {
    return this.#transport.json(`${pathOf(id)}/run`, { method: 'POST' })
  }

  renewSecret(id: string): Promise<SignalSecretBody> {
    return this.#transport.json(`${pathOf(id)}/secret`, { method: 'POST' })
  }

  firings(id: string, query: PageQuery = {}): Promise<SignalFiringPage> {
    return this.#transport.json(`${pathOf(id)}/firings`, { query: { ...query } })
  }

  times(schedule: { readonly cron: string; readonly time_zone: string }): Promise<SignalTimes> {
    return this.#transport.json('/api/v1/signal-times', { query: { ...schedule } })
  }

  /** What a program outside does; it needs no API key, but the signature. */
  deliver({ headers, body }: SignedDelivery): Promise<SignalDelivered> {
    const upload = { bytes: body, type: 'application/json' }
    return this.#transport.json('/api/v1/signals', { method: 'POST', headers, upload })
  }
}

function pathOf(id: string): string {
  return `/api/v1/signal-sources/${segment(id)}`
}
