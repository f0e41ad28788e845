import type { InvitationBody, Me, MemberBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const samePage = { 'sec-fetch-site': 'same-origin' }

async function addPerson(server: TestServer, role = 'member'): Promise<MemberBody> {
  const body = { name: 'Mia', role }
  return (await server.call<MemberBody>('/api/v1/members', { body })).body
}

async function invite(server: TestServer, id: string, key = server.ownerKey) {
  const path = `/api/v1/members/${id}/invitation`
  return server.call<InvitationBody & { code: string }>(path, { method: 'POST', key })
}

function redeem(server: TestServer, invitation: string) {
  const options = { key: null, body: { invitation }, headers: samePage }
  return server.call<Me>('/api/v1/session', options)
}

describe('an invitation', () => {
  it('opens the account of a new person once, and its use is in the audit log', async () => {
    const server = await createTestServer()
    const { id, joined_at } = await addPerson(server)
    expect(joined_at).toBeNull()
    server.clock.advance(1)
    const { body } = await invite(server, id)
    server.clock.advance(1)
    expect(body.path).toBe(`/login?invitation=${body.token}`)
    const login = await redeem(server, body.token)
    expect([login.status, login.body.member.id]).toEqual([200, id])
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    const headers = { cookie, ...samePage }
    const made = await server.call('/api/v1/keys', { key: null, headers, body: { name: 'mine' } })
    expect(made.status).toBe(201)
    expect((await redeem(server, body.token)).status).toBe(401)
    const members = await server.call<{ items: MemberBody[] }>('/api/v1/members')
    expect(members.body.items.find((one) => one.id === id)?.joined_at).not.toBeNull()
    const audit = await server.call<{ items: { action: string; actor: string }[] }>(
      `/api/v1/audit?target=${id}`,
    )
    expect(audit.body.items.map(({ action, actor }) => [action, actor])).toEqual([
      ['member-joined', id],
      ['invitation-created', 'usr_owner'],
      ['member-created', 'usr_owner'],
    ])
  })

  it('ends after a day, when it is replaced, withdrawn, or its person removed', async () => {
    const server = await createTestServer()
    const { id } = await addPerson(server)
    const first = (await invite(server, id)).body.token
    const second = (await invite(server, id)).body.token
    expect((await redeem(server, first)).status).toBe(401)
    const path = `/api/v1/members/${id}/invitation`
    expect((await server.call(path, { method: 'DELETE' })).status).toBe(204)
    const none = await server.call(path, { method: 'DELETE' })
    expect([none.status, none.body.code]).toEqual([404, 'invitation.not-found'])
    expect((await redeem(server, second)).status).toBe(401)
    const third = (await invite(server, id)).body.token
    server.clock.advance(24 * 3_600_000)
    expect((await redeem(server, third)).status).toBe(401)
    const fourth = (await invite(server, id)).body.token
    await server.call(`/api/v1/members/${id}`, { method: 'DELETE' })
    expect((await redeem(server, fourth)).status).toBe(401)
  })

  it('for an owner is made by owners only, and by nobody without members.write', async () => {
    const server = await createTestServer()
    const owner = await addPerson(server, 'owner')
    const admin = await server.addMember('admin')
    const refused = await invite(server, owner.id, admin.key)
    expect([refused.status, refused.body.code]).toEqual([403, 'member.owner-only'])
    const member = await server.addMember('member')
    expect((await invite(server, owner.id, member.key)).status).toBe(403)
    const other = await server.addTenant()
    expect((await invite(server, owner.id, other.key)).status).toBe(404)
  })

  it('is not in the logs', async () => {
    const server = await createTestServer()
    const { body } = await invite(server, (await addPerson(server)).id)
    await redeem(server, body.token)
    await server.request(body.path, { key: null })
    expect(server.logged()).not.toContain(body.token)
  })
  it('does not widen a narrow key: nobody lets in a role with more than the key may do', async () => {
    const server = await createTestServer()
    const narrow = await server.addMember('owner', ['members.write'])
    const accomplice = await server.addMember('member')
    const { id } = await addPerson(server, 'owner')
    const invited = await invite(server, id, narrow.key)
    expect([invited.status, invited.body.code]).toEqual([403, 'member.role-too-wide'])
    for (const role of ['admin', 'owner']) {
      const raise = { method: 'PUT', key: narrow.key, body: { role } }
      const raised = await server.call(`/api/v1/members/${accomplice.id}`, raise)
      expect([raised.status, raised.body.code]).toEqual([403, 'member.role-too-wide'])
    }
    const admin = await server.addMember('admin')
    const lower = { method: 'PUT', key: narrow.key, body: { role: 'member' } }
    expect((await server.call(`/api/v1/members/${admin.id}`, lower)).status).toBe(200)
  })
})
