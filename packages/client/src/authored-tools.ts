import type { AuthoredToolBody } from '@repertoire/protocol'
import { Resource } from './resource.ts'
import { segment } from './transport.ts'

/** Tools and libraries written by agents. */
export class AuthoredToolsResource extends Resource {
  readonly list = this.call('get', '/api/v1/authored-tools')

  /** With its code, requirements and versions. */
  readonly get = this.call('get', '/api/v1/authored-tools/{id}')
  readonly version = this.call('get', '/api/v1/authored-tools/{id}/versions/{number}')

  setEnabled(id: string, enabled: boolean): Promise<AuthoredToolBody> {
    return this.transport.json(at(id), { method: 'PATCH', body: { enabled } })
  }

  readonly remove = this.call('delete', '/api/v1/authored-tools/{id}')

  /** Restores a deleted tool. */
  readonly restore = this.call('post', '/api/v1/authored-tools/{id}/restore')

  /** Restores an earlier version as a new one. */
  restoreVersion(id: string, number: number, reason = ''): Promise<AuthoredToolBody> {
    const path = `${at(id)}/versions/${number}/restore`
    return this.transport.json(path, { method: 'POST', body: { reason } })
  }

  /** `digest`: the reviewed `closure_digest`. Throws `authored.changed` when it is outdated. */
  approve(id: string, digest: string): Promise<AuthoredToolBody> {
    return this.transport.json(`${at(id)}/approve`, { method: 'POST', body: { digest } })
  }
}

function at(id: string): string {
  return `/api/v1/authored-tools/${segment(id)}`
}
