import type {
  CollectionBody,
  CollectionCreate,
  CollectionSkillList,
  CollectionToken,
  CollectionUpdate,
} from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

/** Named sets of skills that stock clients take by an address. */
export class CollectionsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(): Promise<{ items: CollectionBody[] }> {
    return this.#transport.json('/api/v1/collections')
  }

  create(collection: CollectionCreate): Promise<CollectionBody> {
    return this.#transport.json('/api/v1/collections', { method: 'POST', body: collection })
  }

  update(id: string, change: CollectionUpdate): Promise<CollectionBody> {
    return this.#transport.json(pathOf(id), { method: 'PUT', body: change })
  }

  remove(id: string): Promise<void> {
    return this.#transport.json(pathOf(id), { method: 'DELETE' })
  }

  /** What clients of a label get now, by name. */
  skills(id: string, label?: 'production' | 'canary'): Promise<CollectionSkillList> {
    return this.#transport.json(`${pathOf(id)}/skills`, { query: { label } })
  }

  /** Pins production to the canary list of this digest. */
  promote(id: string, digest: string): Promise<CollectionBody> {
    const path = `${pathOf(id)}/promotion`
    return this.#transport.json(path, { method: 'PUT', body: { digest } })
  }

  /** Production gets the newest revisions again. */
  unpin(id: string): Promise<void> {
    return this.#transport.json(`${pathOf(id)}/promotion`, { method: 'DELETE' })
  }

  /** Only this response contains the token. */
  makeToken(id: string): Promise<CollectionToken> {
    return this.#transport.json(`${pathOf(id)}/token`, { method: 'POST' })
  }

  revokeToken(id: string): Promise<void> {
    return this.#transport.json(`${pathOf(id)}/token`, { method: 'DELETE' })
  }
}

function pathOf(id: string): string {
  return `/api/v1/collections/${segment(id)}`
}
