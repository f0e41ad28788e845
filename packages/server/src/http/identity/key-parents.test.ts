import type { ApiKeyBody, ApiKeyCreate, ApiKeyCreated, Me, MemberBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const samePage = { 'sec-fetch-site': 'same-origin' }
const day = 86_400_000

function mint(
  server: TestServer,
  key: string | null,
  body: Partial<ApiKeyCreate> = {},
  cookie = '',
) {
  const headers = cookie === '' ? {} : { cookie, ...samePage }
  return server.call<ApiKeyCreated & { code: string }>('/api/v1/keys', {
    ...{ key, headers },
    body: { name: 'k', ...body },
  })
}

async function serviceAccount(server: TestServer, role: string): Promise<string> {
  const body = { name: 'bot', kind: 'service', role }
  return (await server.call<MemberBody>('/api/v1/members', { body })).body.id
}

async function logIn(server: TestServer, api_key: string): Promise<string> {
  const options = { key: null, body: { api_key }, headers: samePage }
  const login = await server.call('/api/v1/session', options)
  return login.headers.get('set-cookie')?.split(';')[0] ?? ''
}

const at = (server: TestServer, ms: number) => new Date(server.clock.now() + ms).toISOString()
const statusOf = async (server: TestServer, key: string) =>
  (await server.call('/api/v1/me', { key })).status

describe('a child key', () => {
  it('names its parent and its maker, and has no permission that its parent lacks', async () => {
    const server = await createTestServer()
    const parent = (await mint(server, server.ownerKey, { scopes: ['skills.read'] })).body
    const child = await mint(server, parent.key)
    expect(child.body).toMatchObject({ parent_id: parent.id, created_by: 'usr_owner' })
    expect(child.body.scopes).toEqual(['skills.read'])
    const wider = await mint(server, parent.key, { scopes: ['skills.read', 'skills.write'] })
    expect([wider.status, wider.body.code]).toEqual([403, 'key.too-wide'])
  })

  it('does not outlive its parent', async () => {
    const server = await createTestServer()
    const parent = (await mint(server, server.ownerKey, { expires_at: at(server, 1000) })).body
    const late = await mint(server, parent.key, { expires_at: at(server, 1001) })
    expect([late.status, late.body.code]).toEqual([403, 'key.outlives-parent'])
    const child = (await mint(server, parent.key)).body
    expect(child.expires_at).toBe(parent.expires_at)
    server.clock.advance(1000)
    expect(await statusOf(server, child.key)).toBe(401)
  })

  it('does not escape an end by logging in with the key that has one', async () => {
    const server = await createTestServer()
    const limited = (await mint(server, server.ownerKey, { expires_at: at(server, day) })).body
    const cookie = await logIn(server, limited.key)
    const made = (await mint(server, null, {}, cookie)).body
    expect(made).toMatchObject({ parent_id: limited.id, expires_at: limited.expires_at })
    await server.call(`/api/v1/keys/${limited.id}`, { method: 'DELETE' })
    expect(await statusOf(server, made.key)).toBe(401)
  })

  it('is revoked with its parent, whose list says how many there are', async () => {
    const server = await createTestServer()
    const parent = (await mint(server, server.ownerKey)).body
    const child = (await mint(server, parent.key)).body
    const grandchild = (await mint(server, child.key)).body
    const other = (await mint(server, server.ownerKey)).body
    const list = async () =>
      (await server.call<{ items: ApiKeyBody[] }>('/api/v1/keys')).body.items.map(
        ({ id, descendants }) => [id, descendants],
      )
    expect(await list()).toEqual(
      expect.arrayContaining([
        ['key_first', 4],
        [parent.id, 2],
        [child.id, 1],
        [other.id, 0],
      ]),
    )
    await server.call(`/api/v1/keys/${parent.id}`, { method: 'DELETE' })
    for (const { key } of [parent, child, grandchild]) expect(await statusOf(server, key)).toBe(401)
    expect(await statusOf(server, other.key)).toBe(200)
    const audit = await server.call<{ items: { details: object }[] }>(
      '/api/v1/audit?action=key-deleted',
    )
    const descendants = [child.id, grandchild.id]
    expect(audit.body.items[0]?.details).toMatchObject({ descendants })
  })

  it('made in a session depends on the person: it stays after the session, and ends with them', async () => {
    const server = await createTestServer()
    const admin = await server.addMember('admin')
    const bot = await serviceAccount(server, 'admin')
    const cookie = await logIn(server, admin.key)
    const made = (await mint(server, null, { user_id: bot }, cookie)).body
    expect(made).toMatchObject({ parent_id: null, created_by: admin.id, user_id: bot })
    const headers = { cookie, ...samePage }
    await server.call('/api/v1/session', { method: 'DELETE', key: null, headers })
    expect(await statusOf(server, made.key)).toBe(200)
    await server.call(`/api/v1/members/${admin.id}`, { method: 'DELETE' })
    expect(await statusOf(server, made.key)).toBe(401)
  })

  it('made in a session of a stolen key can be revoked with that key, and stays otherwise', async () => {
    const server = await createTestServer()
    const other = (await mint(server, server.ownerKey)).body
    const root = (await mint(server, null, {}, await logIn(server, server.ownerKey))).body
    const cookie = await logIn(server, root.key)
    const made = (await mint(server, null, {}, cookie)).body
    expect(made).toMatchObject({ parent_id: null, login_key_id: root.id })
    const listed = await server.call<{ items: ApiKeyBody[] }>('/api/v1/keys')
    const shown = listed.body.items.find(({ id }) => id === root.id)
    expect(shown).toMatchObject({ descendants: 0, made_in_sessions: 1 })
    const child = (await mint(server, made.key)).body
    const path = `/api/v1/keys/${root.id}?made_in_sessions=true`
    expect((await server.call(path, { method: 'DELETE' })).status).toBe(204)
    for (const { key } of [root, made, child]) expect(await statusOf(server, key)).toBe(401)
    expect(await statusOf(server, other.key)).toBe(200)
  })

  it('of a service account has no higher role than who made it has now', async () => {
    const server = await createTestServer()
    const admin = await server.addMember('admin')
    const bot = await serviceAccount(server, 'admin')
    const made = (await mint(server, admin.key, { user_id: bot })).body
    const child = (await mint(server, made.key)).body
    const me = async (key: string) => (await server.call<Me>('/api/v1/me', { key })).body
    expect((await me(child.key)).permissions).toContain('settings.write')
    const demote = { method: 'PUT', body: { role: 'member' } }
    expect((await server.call(`/api/v1/members/${admin.id}`, demote)).status).toBe(200)
    for (const { key } of [made, child]) {
      expect((await me(key)).permissions).not.toContain('settings.write')
      const body = { content: '---\nname: x\ndescription: X.\n---\nx', scope: 'org' }
      expect((await server.call('/api/v1/skills', { key, body })).status).toBe(403)
    }
  })

  it('is not the end of an endless chain', async () => {
    const server = await createTestServer()
    let key = server.ownerKey
    for (let generation = 1; generation < 7; generation += 1) {
      key = (await mint(server, key)).body.key
    }
    const last = await mint(server, key)
    expect(last.status).toBe(201)
    const beyond = await mint(server, last.body.key)
    expect([beyond.status, beyond.body.code]).toEqual([403, 'key.too-many-generations'])
  })
})

describe('the maximum age of keys', () => {
  const aged = () => createTestServer({ credentialLimits: { maxKeyAgeMs: 10 * day } })

  it('holds when a key is made and when it is used, also for the operator’s', async () => {
    const server = await aged()
    const late = await mint(server, server.ownerKey, { expires_at: at(server, 11 * day) })
    expect([late.status, late.body.code]).toEqual([403, 'key.outlives-parent'])
    const cookie = await logIn(server, server.ownerKey)
    const tooOld = await mint(server, null, { expires_at: at(server, 11 * day) }, cookie)
    expect([tooOld.status, tooOld.body.code]).toEqual([403, 'key.age-exceeded'])
    server.clock.advance(10 * day - 1)
    expect(await statusOf(server, server.ownerKey)).toBe(200)
    server.clock.advance(1)
    expect(await statusOf(server, server.ownerKey)).toBe(401)
  })

  it('lets a person make the next key in time, by logging in', async () => {
    const server = await aged()
    server.clock.advance(9 * day)
    const cookie = await logIn(server, server.ownerKey)
    const next = (await mint(server, null, {}, cookie)).body
    expect(next).toMatchObject({ parent_id: null, expires_at: at(server, 10 * day) })
    server.clock.advance(5 * day)
    expect(await statusOf(server, next.key)).toBe(200)
    expect(await statusOf(server, server.ownerKey)).toBe(401)
  })
})
