import type { SessionBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const samePage = { 'sec-fetch-site': 'same-origin' }

async function logIn(server: TestServer, api_key: string, more: Record<string, string> = {}) {
  const headers = { ...samePage, 'user-agent': 'Firefox/150', ...more }
  const login = await server.call('/api/v1/session', { key: null, body: { api_key }, headers })
  expect(login.status).toBe(200)
  return { cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '', ...samePage }
}

async function sessions(server: TestServer, who: { key?: string; headers?: object }, query = '') {
  const options = { key: null, ...who } as Parameters<typeof server.call>[1]
  const { body } = await server.call<{ items: SessionBody[] }>(`/api/v1/sessions${query}`, options)
  return body.items
}

const isIn = async (server: TestServer, headers: Record<string, string>) =>
  (await server.call('/api/v1/me', { key: null, headers })).status === 200

describe('sessions', () => {
  it('are listed with browser, address and times, and never with their token', async () => {
    const server = await createTestServer()
    const headers = await logIn(server, server.ownerKey)
    const listed = await sessions(server, { headers })
    expect(listed).toMatchObject([
      { user_id: 'usr_owner', user_agent: 'Firefox/150', address: 'unknown', current: true },
    ])
    expect(listed[0]?.last_used_at).not.toBeNull()
    const token = headers.cookie.split('=')[1] ?? 'none'
    expect(JSON.stringify(listed)).not.toContain(token)
    expect(JSON.stringify(listed)).not.toContain(server.app.sha256(token))
  })

  it('are ended one by one, and all others at once', async () => {
    const server = await createTestServer()
    const [here, there, third] = [
      await logIn(server, server.ownerKey),
      await logIn(server, server.ownerKey),
      await logIn(server, server.ownerKey),
    ]
    const [one] = (await sessions(server, { headers: there })).filter(({ current }) => current)
    const path = `/api/v1/sessions/${one?.id}`
    const end = { method: 'DELETE', key: null, headers: here }
    expect((await server.call(path, end)).status).toBe(204)
    expect([await isIn(server, here), await isIn(server, there)]).toEqual([true, false])
    const all = await server.call('/api/v1/sessions', end)
    expect(all.body).toEqual({ ended: 1 })
    expect([await isIn(server, here), await isIn(server, third)]).toEqual([true, false])
    const mine = await server.call('/api/v1/sessions?include_current=true', end)
    expect(mine.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(await isIn(server, here)).toBe(false)
  })

  it('are replaced by a new login of the same browser', async () => {
    const server = await createTestServer()
    const before = await logIn(server, server.ownerKey)
    const after = await logIn(server, server.ownerKey, { cookie: before.cookie })
    expect(await isIn(server, before)).toBe(false)
    expect(await sessions(server, { headers: after })).toHaveLength(1)
  })

  it('of others are listed and ended by owners and admins; of owners by owners', async () => {
    const server = await createTestServer()
    const [admin, member] = [await server.addMember('admin'), await server.addMember('member')]
    const theirs = await logIn(server, member.key)
    const owners = await logIn(server, server.ownerKey)
    const [session] = await sessions(server, admin, `?user_id=${member.id}`)
    expect(session).toMatchObject({ user_id: member.id, current: false })
    const refused = await server.call('/api/v1/sessions?user_id=usr_owner', { key: admin.key })
    expect([refused.status, refused.body.code]).toEqual([403, 'member.owner-only'])
    const [ownersSession] = await sessions(server, { headers: owners })
    const remove = { method: 'DELETE', key: admin.key }
    expect((await server.call(`/api/v1/sessions/${ownersSession?.id}`, remove)).status).toBe(403)
    const path = `/api/v1/sessions?user_id=${member.id}`
    expect((await server.call(path, remove)).body).toEqual({ ended: 1 })
    expect([await isIn(server, theirs), await isIn(server, owners)]).toEqual([false, true])
    const audit = await server.call<{ items: object[] }>('/api/v1/audit?action=sessions-ended')
    expect(audit.body.items).toMatchObject([{ actor: admin.id, target: member.id }])
  })

  it('of others are closed to a member, and to another organisation', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const other = await server.addTenant()
    const owners = await logIn(server, server.ownerKey)
    const [session] = await sessions(server, { headers: owners })
    const listed = await server.call('/api/v1/sessions?user_id=usr_owner', { key: member.key })
    expect([listed.status, listed.body.code]).toEqual([403, 'auth.permission-missing'])
    for (const { key } of [member, other]) {
      const path = `/api/v1/sessions/${session?.id}`
      const answer = await server.call(path, { method: 'DELETE', key })
      expect([answer.status, answer.body.code]).toEqual([404, 'session.not-found'])
    }
    const elsewhere = await server.call('/api/v1/sessions?user_id=usr_owner', { key: other.key })
    expect(elsewhere.status).toBe(404)
    expect(await isIn(server, owners)).toBe(true)
  })

  it('end with the person’s removal, and a lower role counts at once', async () => {
    const server = await createTestServer()
    const admin = await server.addMember('admin')
    const headers = await logIn(server, admin.key)
    const members = () => server.call('/api/v1/members', { key: null, headers })
    expect((await members()).status).toBe(200)
    const path = `/api/v1/members/${admin.id}`
    await server.call(path, { method: 'PUT', body: { role: 'member' } })
    expect((await members()).status).toBe(403)
    await server.call(path, { method: 'DELETE' })
    expect(await isIn(server, headers)).toBe(false)
  })
})
