import type { ClawHubListBody, ClawHubResolveBody, ClawHubSearchBody } from '@repertoire/protocol'
import { Resource } from './resource.ts'
import { segment } from './transport.ts'

const base = '/api/v1/registry/clawhub/api/v1'

/** The organisation's enabled skills as a client of ClawHub sees them. */
export class ClawHubResource extends Resource {
  search(q: string, limit?: number): Promise<ClawHubSearchBody> {
    return this.transport.json(`${base}/search`, { query: { q, limit } })
  }

  list(
    query: {
      readonly limit?: number
      readonly cursor?: string
      readonly sort?: string
      readonly prefix?: string
    } = {},
  ): Promise<ClawHubListBody> {
    return this.transport.json(`${base}/skills`, { query })
  }

  readonly skill = this.call('get', '/api/v1/registry/clawhub/api/v1/skills/{name}')
  readonly versions = this.call('get', '/api/v1/registry/clawhub/api/v1/skills/{name}/versions')
  readonly version = this.call(
    'get',
    '/api/v1/registry/clawhub/api/v1/skills/{name}/versions/{version}',
  )

  file(name: string, path: string): Promise<Uint8Array> {
    return this.#bytes(`skills/${segment(name)}/file`, { path })
  }

  readonly install = this.call('get', '/api/v1/registry/clawhub/api/v1/skills/{name}/install')

  /** The published version as a zip. */
  download(slug: string): Promise<Uint8Array> {
    return this.#bytes('download', { slug })
  }

  resolve(slug: string, hash: string): Promise<ClawHubResolveBody> {
    return this.transport.json(`${base}/resolve`, { query: { slug, hash } })
  }

  readonly whoami = this.call('get', '/api/v1/registry/clawhub/api/v1/whoami')

  async #bytes(path: string, query: Record<string, string>): Promise<Uint8Array> {
    const headers = { accept: '*/*' }
    const response = await this.transport.raw(`${base}/${path}`, { query, headers })
    return new Uint8Array(await response.arrayBuffer())
  }
}
