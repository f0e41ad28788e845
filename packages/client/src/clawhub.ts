import type {
  ClawHubInstallBody,
  ClawHubListBody,
  ClawHubResolveBody,
  ClawHubSearchBody,
  ClawHubSkillBody,
  ClawHubVersionBody,
  ClawHubVersionsBody,
  ClawHubWhoamiBody,
} from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

const base = '/api/v1/registry/clawhub/api/v1'

/** The organisation's enabled skills as a client of ClawHub sees them. */
export class ClawHubResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  search(q: string, limit?: number): Promise<ClawHubSearchBody> {
    return this.#transport.json(`${base}/search`, { query: { q, limit } })
  }

  list(
    query: {
      readonly limit?: number
      readonly cursor?: string
      readonly sort?: string
      readonly prefix?: string
    } = {},
  ): Promise<ClawHubListBody> {
    return this.#transport.json(`${base}/skills`, { query })
  }

  skill(name: string): Promise<ClawHubSkillBody> {
    return this.#transport.json(`${base}/skills/${segment(name)}`)
  }

  versions(name: string): Promise<ClawHubVersionsBody> {
    return this.#transport.json(`${base}/skills/${segment(name)}/versions`)
  }

  version(name: string, version: string): Promise<ClawHubVersionBody> {
    return this.#transport.json(`${base}/skills/${segment(name)}/versions/${segment(version)}`)
  }

  file(name: string, path: string): Promise<Uint8Array> {
    return this.#bytes(`skills/${segment(name)}/file`, { path })
  }

  install(name: string): Promise<ClawHubInstallBody> {
    return this.#transport.json(`${base}/skills/${segment(name)}/install`)
  }

  /** The published version as a zip. */
  download(slug: string): Promise<Uint8Array> {
    return this.#bytes('download', { slug })
  }

  resolve(slug: string, hash: string): Promise<ClawHubResolveBody> {
    return this.#transport.json(`${base}/resolve`, { query: { slug, hash } })
  }

  whoami(): Promise<ClawHubWhoamiBody> {
    return this.#transport.json(`${base}/whoami`)
  }

  async #bytes(path: string, query: Record<string, string>): Promise<Uint8Array> {
    const headers = { accept: '*/*' }
    const response = await this.#transport.raw(`${base}/${path}`, { query, headers })
    return new Uint8Array(await response.arrayBuffer())
  }
}
