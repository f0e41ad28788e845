import type {
  OrganisationBody,
  OrganisationCreate,
  OrganisationCreated,
} from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

const base = '/api/v1/operator/organisations'

/** Organisations of the server. Needs the operator's key instead of a person's. */
export class OrganisationsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The oldest first, deleted ones too. */
  async list(): Promise<readonly OrganisationBody[]> {
    return (await this.#transport.json<{ items: OrganisationBody[] }>(base)).items
  }

  create(request: OrganisationCreate): Promise<OrganisationCreated> {
    return this.#transport.json(base, { method: 'POST', body: request })
  }

  rename(id: string, name: string): Promise<OrganisationBody> {
    return this.#transport.json(`${base}/${segment(id)}`, { method: 'PUT', body: { name } })
  }

  remove(id: string): Promise<void> {
    return this.#transport.json(`${base}/${segment(id)}`, { method: 'DELETE' })
  }

  restore(id: string): Promise<OrganisationBody> {
    return this.#transport.json(`${base}/${segment(id)}/restore`, { method: 'POST' })
  }

  /** A zip. */
  async export(id: string): Promise<Uint8Array> {
    const headers = { accept: 'application/zip' }
    const response = await this.#transport.raw(`${base}/${segment(id)}/export`, { headers })
    return new Uint8Array(await response.arrayBuffer())
  }
}
