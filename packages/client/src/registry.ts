import type { RegistryFoundBody, RegistryPageBody, RegistrySearchBody } from '@repertoire/protocol'
import { Resource } from './resource.ts'
import { segment } from './transport.ts'

const base = '/api/v1/registry'

/** The organisation's enabled skills as another server, or a stock client, sees them. */
export class RegistryResource extends Resource {
  /** The search of `skills find`. */
  find(q: string, limit?: number): Promise<RegistryFoundBody> {
    return this.transport.json(`${base}/api/search`, { query: { q, limit } })
  }

  search(q: string, limit?: number): Promise<RegistrySearchBody> {
    return this.transport.json(`${base}/api/v1/skills/search`, { query: { q, limit } })
  }

  /** Pages count from 0. */
  list(
    query: {
      readonly view?: 'all-time' | 'trending' | 'hot'
      readonly page?: number
      readonly per_page?: number
    } = {},
  ): Promise<RegistryPageBody> {
    return this.transport.json(`${base}/api/v1/skills`, { query })
  }

  readonly skill = this.call('get', '/api/v1/registry/api/v1/skills/repertoire/skills/{name}')
  readonly download = this.call('get', '/api/v1/registry/api/download/repertoire/skills/{name}')

  /** `index.json`, or a file that it lists: of all skills, or of one. */
  async indexFile(path: string, options: { readonly skill?: string } = {}): Promise<Uint8Array> {
    const { skill } = options
    const of = skill === undefined ? base : `${base}/skills/${segment(skill)}`
    return this.#bytes(`${of}/.well-known/agent-skills/${encodedPath(path)}`)
  }

  /** The same of the older index, which lists the files of a skill one by one. */
  async filesIndexFile(path: string): Promise<Uint8Array> {
    return this.#bytes(`${base}/.well-known/skills/${encodedPath(path)}`)
  }

  async #bytes(path: string): Promise<Uint8Array> {
    const response = await this.transport.raw(path, { headers: { accept: '*/*' } })
    return new Uint8Array(await response.arrayBuffer())
  }
}

function encodedPath(path: string): string {
  return path.split('/').map(segment).join('/')
}
