import { type ApiKeyCreated, allRoutes, type Me, type MemberBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { sessionCookie } from '../identity/auth/session-cookie.ts'
import { createTestServer, skillMd, type TestServer } from '../testing/test-server.ts'

const samePage = { 'sec-fetch-site': 'same-origin' }

async function logIn(server: TestServer, login: object): Promise<Response> {
  return server.request('/api/v1/session', { key: null, body: login, headers: samePage })
}

async function cookieOf(server: TestServer): Promise<string> {
  const response = await logIn(server, {
    token: server.app.loginToken.issue({ as: 'owner', tenantId: server.tenantId }),
  })
  expect(response.status).toBe(200)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

describe('every route', () => {
  const concrete = (path: string) => path.replaceAll(/\{\w+\}/g, 'x1')
  const closed = allRoutes.filter((route) => route.access !== 'public')

  it.each(closed.map((route) => [route.operationId, route] as const))(
    'A13: %s answers 401 without a key and with a forged key',
    async (_, { method, path }) => {
      const server = await createTestServer()
      for (const key of [null, 'rep_forged', 'x'.repeat(5000), '']) {
        const answer = await server.call(concrete(path), { method: method.toUpperCase(), key })
        expect([answer.status, answer.body.code]).toEqual([
          401,
          key === null ? 'auth.required' : 'auth.invalid',
        ])
        expect(answer.headers.get('www-authenticate')).toContain('Bearer')
      }
    },
  )

  const guarded = closed.filter(({ access }) => access !== 'authenticated' && access !== 'operator')
  it.each(guarded.map((route) => [route.operationId, route] as const))(
    'A13: %s names the permission a key lacks',
    async (_, { method, path, access }) => {
      const server = await createTestServer()
      const { key } = await server.addMember('owner', [])
      const answer = await server.call(concrete(path), { method: method.toUpperCase(), key })
      expect([answer.status, answer.body.code]).toEqual([403, 'auth.permission-missing'])
      expect(answer.body.details).toEqual({ permission: access })
    },
  )

  it('A13: a scope beyond the role has no effect', async () => {
    const server = await createTestServer()
    const { key } = await server.addMember('member', ['settings.write', 'audit.read'])
    const settings = await server.call('/api/v1/settings', { method: 'PUT', body: {}, key })
    expect(settings.status).toBe(403)
    expect((await server.call('/api/v1/audit', { key })).status).toBe(403)
  })

  it('has the headers that keep a browser from running its content', async () => {
    const server = await createTestServer()
    for (const path of ['/healthz', '/api/v1/skills', '/api/v1/nothing', '/', '/api/v1/docs']) {
      const { headers } = await server.request(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('API keys', () => {
  it('are shown once, work, and stop working when revoked', async () => {
    const server = await createTestServer()
    const body = { name: 'ci', scopes: ['skills.read'] }
    const made = await server.call<ApiKeyCreated>('/api/v1/keys', { body })
    expect(made.status).toBe(201)
    const { key, id } = made.body
    expect(key).toMatch(/^rep_[A-Za-z0-9]{10}_[\w-]{43}$/)
    const list = await server.request('/api/v1/keys')
    expect(await list.text()).not.toContain(key)
    expect((await server.call('/api/v1/skills', { key })).status).toBe(200)
    expect((await server.call(`/api/v1/keys/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await server.call('/api/v1/skills', { key })).status).toBe(401)
  })

  it('end when they expire', async () => {
    const server = await createTestServer()
    const expires_at = new Date(server.clock.now() + 60_000).toISOString()
    const body = { name: 'short', expires_at }
    const { key } = (await server.call<ApiKeyCreated>('/api/v1/keys', { body })).body
    expect((await server.call('/api/v1/skills', { key })).status).toBe(200)
    server.clock.advance(60_000)
    expect((await server.call('/api/v1/skills', { key })).status).toBe(401)
  })

  it('cannot create or revoke a key with more permissions than their own', async () => {
    const server = await createTestServer()
    const narrow = await server.addMember('owner', ['skills.read'])
    const { key } = narrow
    for (const scopes of [['skills.write'], ['skills.read', 'members.write']]) {
      const answer = await server.call('/api/v1/keys', { key, body: { name: 'wider', scopes } })
      expect([answer.status, answer.body.code]).toEqual([403, 'key.too-wide'])
    }
    const plain = await server.call<ApiKeyCreated>('/api/v1/keys', { key, body: { name: 'same' } })
    expect(plain.body.scopes).toEqual(['skills.read'])
    const bot = await server.call<MemberBody>('/api/v1/members', {
      body: { name: 'bot', kind: 'service' },
    })
    const wide = await server.call<ApiKeyCreated>('/api/v1/keys', {
      body: { name: 'wide', user_id: bot.body.id },
    })
    const manager = await server.addMember('owner', ['members.write'])
    const path = `/api/v1/keys/${wide.body.id}`
    const removal = await server.call(path, { key: manager.key, method: 'DELETE' })
    expect([removal.status, removal.body.code]).toEqual([403, 'key.too-wide'])
  })

  it('of an owner are revoked by owners only', async () => {
    const server = await createTestServer()
    const { key } = await server.addMember('admin')
    const { items } = (await server.call<{ items: { id: string }[] }>('/api/v1/keys', { key })).body
    for (const { id } of items) await server.call(`/api/v1/keys/${id}`, { method: 'DELETE', key })
    expect((await server.call('/api/v1/me')).status).toBe(200)
  })

  it('of other people cannot be managed without members.write', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const { items } = (
      await server.call<{ items: { user_id: string; id: string }[] }>('/api/v1/keys')
    ).body
    const owners = items.find((one) => one.user_id !== member.id)
    const path = `/api/v1/keys/${owners?.id}`
    const answer = await server.call(path, { method: 'DELETE', key: member.key })
    expect([answer.status, answer.body.code]).toEqual([404, 'key.not-found'])
    const body = { name: 'x', user_id: 'usr_owner', scopes: ['skills.read'] }
    expect((await server.call('/api/v1/keys', { key: member.key, body })).status).toBe(403)
  })
})

describe('members', () => {
  it('an admin cannot appoint or remove owners, and the last owner stays', async () => {
    const server = await createTestServer()
    const admin = await server.addMember('admin')
    const promote = await server.call(`/api/v1/members/${admin.id}`, {
      method: 'PUT',
      key: admin.key,
      body: { role: 'owner' },
    })
    expect([promote.status, promote.body.code]).toEqual([403, 'member.owner-only'])
    for (const [method, body] of [['DELETE'], ['PUT', { role: 'member' }]] as const) {
      const answer = await server.call('/api/v1/members/usr_owner', { method, body })
      expect([answer.status, answer.body.code]).toEqual([409, 'member.last-owner'])
    }
  })

  it('lose every key and login at once when they are removed', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    expect((await server.call('/api/v1/me', { key: member.key })).status).toBe(200)
    const login = await logIn(server, { api_key: member.key })
    const headers = { cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '' }
    expect((await server.call('/api/v1/me', { key: null, headers })).status).toBe(200)
    await server.call(`/api/v1/members/${member.id}`, { method: 'DELETE' })
    expect((await server.call('/api/v1/me', { key: member.key })).status).toBe(401)
    expect((await server.call('/api/v1/me', { key: null, headers })).status).toBe(401)
    const { items } = (await server.call<{ items: MemberBody[] }>('/api/v1/members')).body
    expect(items.map((one) => one.id)).toEqual(['usr_owner'])
  })
})

describe('logging in with a browser', () => {
  it('the printed link works once', async () => {
    const server = await createTestServer()
    const token = server.app.loginToken.issue({ as: 'owner', tenantId: server.tenantId })
    const first = await logIn(server, { token })
    expect(first.status).toBe(200)
    const cookie = first.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    expect((await logIn(server, { token })).status).toBe(401)
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    const me = await server.call<Me>('/api/v1/me', { key: null, headers })
    expect(me.body).toMatchObject({ member: { role: 'owner' }, model: { demo: true } })
  })

  it('the printed link belongs to its organisation, also when there are others', async () => {
    const server = await createTestServer()
    const other = await server.addTenant()
    for (const { tenantId, owner } of [
      { tenantId: server.tenantId, owner: 'usr_owner' },
      { tenantId: other.tenantId, owner: other.userId },
    ]) {
      const me = await logIn(server, {
        token: server.app.loginToken.issue({ as: 'owner', tenantId }),
      })
      expect(await me.json()).toMatchObject({
        organisation: { id: tenantId },
        member: { id: owner },
      })
    }
  })

  it('the printed link expires after half an hour, and a newer one invalidates it', async () => {
    const server = await createTestServer()
    const old = server.app.loginToken.issue({ as: 'owner', tenantId: server.tenantId })
    const token = server.app.loginToken.issue({ as: 'owner', tenantId: server.tenantId })
    expect((await logIn(server, { token: old })).status).toBe(401)
    server.clock.advance(30 * 60_000)
    expect((await logIn(server, { token })).status).toBe(401)
  })

  it('logging out ends the session itself, not only the cookie', async () => {
    const server = await createTestServer()
    const cookie = await cookieOf(server)
    const headers = { cookie, ...samePage }
    const out = await server.call('/api/v1/session', { method: 'DELETE', key: null, headers })
    expect(out.status).toBe(204)
    expect((await server.call('/api/v1/me', { key: null, headers })).status).toBe(401)
  })

  it('a change with the cookie is accepted only from the console’s own origin', async () => {
    const server = await createTestServer()
    const cookie = await cookieOf(server)
    const create = async (name: string, headers: Record<string, string>) =>
      (
        await server.call('/api/v1/skills', {
          key: null,
          body: { content: skillMd(name) },
          headers: { cookie, ...headers },
        })
      ).status
    expect(await create('a', {})).toBe(403)
    expect(await create('b', { 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await create('c', { 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await create('d', { origin: 'https://evil.example' })).toBe(403)
    expect(await create('e', { origin: 'null' })).toBe(403)
    expect(await create('f', { origin: 'http://localhost' })).toBe(201)
    expect(await create('g', samePage)).toBe(201)
  })

  it('another site cannot log a browser in', async () => {
    const server = await createTestServer()
    const headers = { 'sec-fetch-site': 'cross-site' }
    const body = { api_key: server.ownerKey }
    const answer = await server.call('/api/v1/session', { key: null, body, headers })
    expect([answer.status, answer.body.code]).toEqual([403, 'request.cross-origin'])
  })

  it('a narrowed key cannot be exchanged for a login with more permissions', async () => {
    const server = await createTestServer()
    const { key } = await server.addMember('admin', ['skills.read'])
    const response = await logIn(server, { api_key: key })
    expect(response.status).toBe(403)
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('after ten failures within a minute only the right key still gets an answer', async () => {
    const server = await createTestServer()
    for (let n = 0; n < 10; n += 1) {
      expect((await logIn(server, { api_key: `rep_guess${n}` })).status).toBe(401)
    }
    const refused = await logIn(server, { api_key: 'rep_guess' })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect((await logIn(server, { api_key: server.ownerKey })).status).toBe(200)
    server.clock.advance(60_000)
    expect((await logIn(server, { api_key: 'rep_guess' })).status).toBe(401)
  })

  it('neither keys, tokens nor contents are logged', async () => {
    const server = await createTestServer()
    const token = server.app.loginToken.issue({ as: 'owner', tenantId: server.tenantId })
    const cookie = (await logIn(server, { token })).headers.get('set-cookie') ?? ''
    const secret = cookie.match(new RegExp(`${sessionCookie}=([^;]+)`))?.[1] ?? ''
    await server.request(`/login?token=${token}`, { key: null })
    await server.call('/api/v1/skills', { body: { content: skillMd('x', 'the content') } })
    expect(secret).not.toBe('')
    for (const text of [token, secret, server.ownerKey, 'the content']) {
      expect(server.logged()).not.toContain(text)
    }
    expect(server.logged()).toContain('/api/v1/skills')
  })
})

describe('the Host header', () => {
  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:4000'])(
    'refuses an unknown name, so that no site can rebind its name to us: %s',
    async (host) => {
      const server = await createTestServer()
      const answer = await server.call('/api/v1/me', { headers: { host } })
      expect([answer.status, answer.body.code]).toEqual([403, 'request.unknown-host'])
    },
  )

  it.each(['localhost:4000', '127.0.0.1', '[::1]:4000', '10.0.0.7:80', 'repertoire.example'])(
    'accepts our own names: %s',
    async (host) => {
      const server = await createTestServer()
      expect((await server.call('/api/v1/me', { headers: { host } })).status).toBe(200)
    },
  )
})
