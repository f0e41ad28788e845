import type { OrganisationBody } from '@repertoire/protocol'
import { Resource } from './resource.ts'
import { segment } from './transport.ts'

const base = '/api/v1/operator/organisations'

/** Organisations of the server. Needs the operator's key instead of a person's. */
export class OrganisationsResource extends Resource {
  /** The oldest first, deleted ones too. */
  async list(): Promise<readonly OrganisationBody[]> {
    return (await this.transport.json<{ items: OrganisationBody[] }>(base)).items
  }

  readonly create = this.call('post', '/api/v1/operator/organisations')

  rename(id: string, name: string): Promise<OrganisationBody> {
    return this.transport.json(`${base}/${segment(id)}`, { method: 'PUT', body: { name } })
  }

  readonly remove = this.call('delete', '/api/v1/operator/organisations/{id}')
  readonly restore = this.call('post', '/api/v1/operator/organisations/{id}/restore')

  /** A zip. */
  async export(id: string): Promise<Uint8Array> {
    const headers = { accept: 'application/zip' }
    const response = await this.transport.raw(`${base}/${segment(id)}/export`, { headers })
    return new Uint8Array(await response.arrayBuffer())
  }
}
