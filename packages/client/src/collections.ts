import type {
  CollectionBody,
  CollectionSetBackResult,
  CollectionSkillList,
} from '@repertoire/protocol'
import { Resource } from './resource.ts'
import { segment } from './transport.ts'

/** Named sets of skills that stock clients take by an address. */
export class CollectionsResource extends Resource {
  readonly list = this.call('get', '/api/v1/collections')
  readonly create = this.call('post', '/api/v1/collections')
  readonly update = this.call('put', '/api/v1/collections/{id}')
  readonly remove = this.call('delete', '/api/v1/collections/{id}')

  /** What clients of a label get now, by name. */
  skills(id: string, label?: 'production' | 'canary'): Promise<CollectionSkillList> {
    return this.transport.json(`${pathOf(id)}/skills`, { query: { label } })
  }

  /** Pins production to the canary list of this digest. */
  promote(id: string, digest: string): Promise<CollectionBody> {
    const path = `${pathOf(id)}/promotion`
    return this.transport.json(path, { method: 'PUT', body: { digest } })
  }

  /** The promotions of a collection, the newest first. */
  readonly promotions = this.call('get', '/api/v1/collections/{id}/promotions')

  /** Makes an earlier promotion the current one; `digest`: of the production list that was read. */
  setBack(id: string, number: number, digest: string): Promise<CollectionSetBackResult> {
    const path = `${pathOf(id)}/promotions/${number}/set-back`
    return this.transport.json(path, { method: 'POST', body: { digest } })
  }

  /** Production gets the newest revisions again. */
  readonly unpin = this.call('delete', '/api/v1/collections/{id}/promotion')

  /** Only this response contains the token. */
  readonly makeToken = this.call('post', '/api/v1/collections/{id}/token')
  readonly revokeToken = this.call('delete', '/api/v1/collections/{id}/token')
}

function pathOf(id: string): string {
  return `/api/v1/collections/${segment(id)}`
}
