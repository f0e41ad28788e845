import type { ApiKeyCreated, AuditEntryBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

const samePage = { 'sec-fetch-site': 'same-origin' }

/** Entries of these actions, the oldest first. */
async function entriesOf(server: TestServer, ...actions: string[]): Promise<AuditEntryBody[]> {
  const path = '/api/v1/audit?limit=200'
  const { items } = (await server.call<{ items: AuditEntryBody[] }>(path)).body
  return items.filter(({ action }) => actions.includes(action)).sort((a, b) => a.seq - b.seq)
}

const logIn = (server: TestServer, body: object) =>
  server.request('/api/v1/session', { key: null, body, headers: samePage })

describe('the audit log has', () => {
  it('each sign-in and sign-out, with the key and the id of the session', async () => {
    const server = await createTestServer()
    const first = await logIn(server, {
      token: server.app.loginToken.issue({ as: 'owner', tenantId: server.tenantId }),
    })
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    await logIn(server, { api_key: server.ownerKey })
    const headers = { cookie, ...samePage }
    await server.request('/api/v1/session', { method: 'DELETE', key: null, headers })
    const [byLink, byKey, ended] = await entriesOf(server, 'session-created', 'session-ended')
    expect(byLink).toMatchObject({ actor: 'usr_owner', details: { with: 'login link' } })
    expect(byLink?.target).toMatch(/^ses_[0-9a-f]{32}$/)
    expect(byLink?.credential_id).toBe(byLink?.target)
    expect(byKey).toMatchObject({ credential_id: 'key_first', details: { with: 'key' } })
    expect(ended).toMatchObject({ target: byLink?.target, credential_id: byLink?.target })
    expect(JSON.stringify([byLink, ended])).not.toContain(cookie.split('=')[1])
  })

  it('each change with the id of its credential', async () => {
    const server = await createTestServer()
    const login = await logIn(server, {
      token: server.app.loginToken.issue({ as: 'owner', tenantId: server.tenantId }),
    })
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    await server.call('/api/v1/skills', { body: { content: skillMd('a') } })
    const headers = { cookie, ...samePage }
    await server.call('/api/v1/skills', { key: null, body: { content: skillMd('b') }, headers })
    const [byKey, bySession] = await entriesOf(server, 'skill-created')
    expect(byKey?.credential_id).toBe('key_first')
    expect(bySession?.credential_id).toMatch(/^ses_/)
  })

  it('the first use of a key in a day, not every request', async () => {
    const server = await createTestServer()
    const made = await server.call<ApiKeyCreated>('/api/v1/keys', { body: { name: 'ci' } })
    const { key, id } = made.body
    for (let n = 0; n < 5; n += 1) await server.call('/api/v1/skills', { key })
    const uses = async () =>
      (await entriesOf(server, 'key-used')).filter(({ target }) => target === id)
    const first = { actor: 'usr_owner', credential_id: id, details: { name: 'ci' } }
    expect(await uses()).toMatchObject([first])
    server.clock.advance(24 * 3600_000)
    await server.call('/api/v1/skills', { key })
    expect(await uses()).toMatchObject([{ details: {} }, { details: { count: 4 } }, {}])
  })

  it('failed sign-ins in the organisation of the key, never what was tried', async () => {
    const server = await createTestServer()
    const other = await server.addTenant()
    const publicId = other.key.slice(0, 14)
    const wrong = `${publicId}_${'x'.repeat(43)}`
    expect((await logIn(server, { api_key: wrong })).status).toBe(401)
    expect((await server.call('/api/v1/me', { key: wrong })).status).toBe(401)
    expect(await entriesOf(server, 'session-refused', 'key-refused')).toEqual([])
    const theirs = await server.store.tenant(other.tenantId).audit.list({}, { limit: 9 })
    expect([...theirs.items].sort((a, b) => a.seq - b.seq)).toMatchObject([
      { action: 'session-refused', actor: null, details: { reason: 'auth.login-failed' } },
      { action: 'key-refused', actor: null, details: { public_id: publicId } },
    ])
    expect(JSON.stringify(theirs)).not.toContain('xxxx')
  })

  it('failed sign-ins with an unknown key or link in the organisation of the operator', async () => {
    const server = await createTestServer()
    await logIn(server, { api_key: 'Passw0rd!' })
    await logIn(server, { token: 'guessed-token' })
    await server.call('/api/v1/me', { key: `rep_abcdefghij_${'y'.repeat(43)}` })
    const refused = await entriesOf(server, 'session-refused', 'key-refused')
    expect(refused).toMatchObject([
      { target: 'unknown', details: { with: 'key', public_id: null } },
      { target: 'unknown', action: 'key-refused', details: { public_id: 'rep_abcdefghij' } },
    ])
    expect(JSON.stringify(refused)).not.toMatch(/Passw0rd|guessed|yyyy/)
  })

  it('a thousand failed sign-ins as two entries', async () => {
    const server = await createTestServer()
    for (let n = 0; n < 1_000; n += 1) {
      await server.call('/api/v1/me', {
        key: `rep_${String(n).padStart(10, 'a')}_${'y'.repeat(43)}`,
      })
    }
    expect(await entriesOf(server, 'key-refused')).toHaveLength(1)
    await server.app.accessAudit.flush({ all: true })
    const [, counted] = await entriesOf(server, 'key-refused')
    expect(counted?.details).toMatchObject({ count: 999 })
    await server.app.accessAudit.flush({ all: true })
    expect(await entriesOf(server, 'key-refused')).toHaveLength(2)
  })

  it('what somebody may not do, with the route and the permission, counted too', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    for (let n = 0; n < 20; n += 1) await server.call('/api/v1/audit', { key: member.key })
    await server.call('/api/v1/keys', {
      key: member.key,
      body: { name: 'x', user_id: 'usr_owner', scopes: ['skills.read'] },
    })
    const refused = await entriesOf(server, 'access-refused')
    expect(refused).toMatchObject([
      {
        ...{ actor: member.id, target: 'get /api/v1/audit' },
        details: { reason: 'auth.permission-missing', permission: 'audit.read', role: 'member' },
      },
      { actor: member.id, target: 'post /api/v1/keys', details: { reason: 'key.not-yours' } },
    ])
  })

  it('the export of a skill', async () => {
    const server = await createTestServer()
    const content = skillMd('secret-plan', 'the content')
    const { body } = await server.call<{ id: string }>('/api/v1/skills', { body: { content } })
    expect((await server.request(`/api/v1/skills/${body.id}/export`)).status).toBe(200)
    const [exported] = await entriesOf(server, 'skill-exported')
    expect(exported).toMatchObject({ target: body.id, details: { slug: 'secret-plan' } })
    expect(JSON.stringify(exported)).not.toContain('the content')
  })
})
