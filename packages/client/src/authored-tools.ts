import type {
  AuthoredToolBody,
  AuthoredToolPage,
  AuthoredToolSummary,
  AuthoredVersionBody,
} from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import { segment, type Transport } from './transport.ts'

export interface AuthoredToolQuery extends PageQuery {
  readonly kind?: AuthoredToolSummary['kind'] | undefined
  /** Everyone's, for owners and admins. */
  readonly everyone?: boolean | undefined
  /** Deleted ones. */
  readonly deleted?: boolean | undefined
}

/** Tools and libraries written by agents. */
export class AuthoredToolsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(query: AuthoredToolQuery = {}): Promise<AuthoredToolPage> {
    return this.#transport.json('/api/v1/authored-tools', { query: { ...query } })
  }

  /** With its code, requirements and versions. */
  get(id: string): Promise<AuthoredToolBody> {
    return this.#transport.json(at(id))
  }

  version(id: string, number: number): Promise<AuthoredVersionBody> {
    return this.#transport.json(`${at(id)}/versions/${number}`)
  }

  setEnabled(id: string, enabled: boolean): Promise<AuthoredToolBody> {
    return this.#transport.json(at(id), { method: 'PATCH', body: { enabled } })
  }

  remove(id: string): Promise<void> {
    return this.#transport.json(at(id), { method: 'DELETE' })
  }

  /** Restores a deleted tool. */
  restore(id: string): Promise<AuthoredToolBody> {
    return this.#transport.json(`${at(id)}/restore`, { method: 'POST' })
  }

  /** Restores an earlier version as a new one. */
  restoreVersion(id: string, number: number, reason = ''): Promise<AuthoredToolBody> {
    const path = `${at(id)}/versions/${number}/restore`
    return this.#transport.json(path, { method: 'POST', body: { reason } })
  }

  /** `digest`: the reviewed `closure_digest`. Throws `authored.changed` when it is outdated. */
  approve(id: string, digest: string): Promise<AuthoredToolBody> {
    return this.#transport.json(`${at(id)}/approve`, { method: 'POST', body: { digest } })
  }
}

function at(id: string): string {
  return `/api/v1/authored-tools/${segment(id)}`
}
