import type { InvitationBody, MemberBody, MemberCreate } from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

/** People of the organisation. */
export class MembersResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(): Promise<{ items: MemberBody[] }> {
    return this.#transport.json('/api/v1/members')
  }

  create(member: MemberCreate): Promise<MemberBody> {
    return this.#transport.json('/api/v1/members', { method: 'POST', body: member })
  }

  update(id: string, role: MemberBody['role']): Promise<MemberBody> {
    const path = `/api/v1/members/${segment(id)}`
    return this.#transport.json(path, { method: 'PUT', body: { role } })
  }

  remove(id: string): Promise<void> {
    return this.#transport.json(`/api/v1/members/${segment(id)}`, { method: 'DELETE' })
  }
  /** A one-time link for a person who has never logged in. */
  invite(id: string): Promise<InvitationBody> {
    const path = `/api/v1/members/${segment(id)}/invitation`
    return this.#transport.json(path, { method: 'POST' })
  }

  removeInvitation(id: string): Promise<void> {
    const path = `/api/v1/members/${segment(id)}/invitation`
    return this.#transport.json(path, { method: 'DELETE' })
  }
}
