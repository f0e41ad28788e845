import type { MemberBody } from '@repertoire/protocol'
import { Resource } from './resource.ts'
import { segment } from './transport.ts'

/** People of the organisation. */
export class MembersResource extends Resource {
  readonly list = this.call('get', '/api/v1/members')
  readonly create = this.call('post', '/api/v1/members')

  update(id: string, role: MemberBody['role']): Promise<MemberBody> {
    const path = `/api/v1/members/${segment(id)}`
    return this.transport.json(path, { method: 'PUT', body: { role } })
  }

  readonly remove = this.call('delete', '/api/v1/members/{id}')
  /** A one-time link for a person who has never logged in. */
  readonly invite = this.call('post', '/api/v1/members/{id}/invitation')
  readonly removeInvitation = this.call('delete', '/api/v1/members/{id}/invitation')
}
