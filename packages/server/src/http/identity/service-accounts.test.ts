import type { ApiKeyCreated, MemberBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

async function serviceAccount(server: TestServer, role = 'member', key = server.ownerKey) {
  const body = { name: 'nightly import', kind: 'service', role }
  return (await server.call<MemberBody>('/api/v1/members', { key, body })).body
}

function mint(server: TestServer, user_id: string, key = server.ownerKey) {
  return server.call<ApiKeyCreated & { code: string }>('/api/v1/keys', {
    key,
    body: { name: 'k', user_id },
  })
}

describe('an admin is not everybody', () => {
  it.each(['admin', 'owner'] as const)(
    'an %s cannot mint a key of another person',
    async (role) => {
      const server = await createTestServer()
      const minter = await server.addMember(role)
      for (const other of ['member', 'admin', 'owner'] as const) {
        const { id } = await server.addMember(other)
        const made = await mint(server, id, minter.key)
        expect([made.status, made.body.code]).toEqual([403, 'key.not-yours'])
        expect(made.body).not.toHaveProperty('key')
      }
      expect((await mint(server, minter.id, minter.key)).status).toBe(201)
    },
  )

  it('a service account is shown as one, works by key, and is audited as one', async () => {
    const server = await createTestServer()
    const admin = await server.addMember('admin')
    const account = await serviceAccount(server, 'member', admin.key)
    expect(account).toMatchObject({ kind: 'service', role: 'member', joined_at: null })
    expect(account.id).toMatch(/^svc_/)
    const made = await mint(server, account.id, admin.key)
    expect(made.status).toBe(201)
    const me = await server.call('/api/v1/me', { key: made.body.key })
    expect(me.body).toMatchObject({ member: { id: account.id, kind: 'service' } })
    const audit = await server.call<{ items: object[] }>('/api/v1/audit?action=member-created')
    expect(audit.body.items).toMatchObject([{ target: account.id, details: { kind: 'service' } }])
  })

  it('a service account cannot log in, by key or by invitation', async () => {
    const server = await createTestServer()
    const { id } = await serviceAccount(server)
    const { key } = (await mint(server, id)).body
    const headers = { 'sec-fetch-site': 'same-origin' }
    const body = { api_key: key }
    const login = await server.call('/api/v1/session', { key: null, body, headers })
    expect([login.status, login.body.code]).toEqual([403, 'auth.service-account'])
    expect(login.headers.get('set-cookie')).toBeNull()
    const invited = await server.call(`/api/v1/members/${id}/invitation`, { method: 'POST' })
    expect([invited.status, invited.body.code]).toEqual([403, 'invitation.service-account'])
  })

  it('a service account is never an owner, and never above who makes it', async () => {
    const server = await createTestServer()
    const create = (role: string, key: string) =>
      server.call('/api/v1/members', { key, body: { name: 'x', kind: 'service', role } })
    const created = await create('owner', server.ownerKey)
    expect([created.status, created.body.code]).toEqual([403, 'member.service-owner'])
    const { id } = await serviceAccount(server)
    const path = `/api/v1/members/${id}`
    const raised = await server.call(path, { method: 'PUT', body: { role: 'owner' } })
    expect([raised.status, raised.body.code]).toEqual([403, 'member.service-owner'])
    const member = await server.addMember('member')
    expect((await create('member', member.key)).status).toBe(403)
    expect((await mint(server, id, member.key)).status).toBe(403)
  })

  it('what is private to a person stays closed to an admin with every permission', async () => {
    const server = await createTestServer()
    const person = await server.addMember('member')
    const admin = await server.addMember('admin')
    const { body } = await server.call<{ id: string }>('/api/v1/conversations', {
      key: person.key,
      body: {},
    })
    const conversation = `/api/v1/conversations/${body.id}`
    const invited = await server.call(`/api/v1/members/${person.id}/invitation`, {
      ...{ method: 'POST', key: admin.key },
    })
    // The person has not logged in yet; afterwards no invitation opens the account.
    expect(invited.status).toBe(201)
    const headers = { 'sec-fetch-site': 'same-origin' }
    const login = { key: null, body: { api_key: person.key }, headers }
    expect((await server.call('/api/v1/session', login)).status).toBe(200)
    const again = await server.call(`/api/v1/members/${person.id}/invitation`, {
      ...{ method: 'POST', key: admin.key },
    })
    expect([again.status, again.body.code]).toEqual([409, 'invitation.already-joined'])
    const { token } = invited.body as unknown as { token: string }
    const late = { key: null, body: { invitation: token }, headers }
    expect((await server.call('/api/v1/session', late)).status).toBe(401)
    expect((await server.call(conversation, { key: admin.key })).status).toBe(404)
  })
})
