import type { ApiKeyCreated, PasskeyBody } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import {
  type AnswerChanges,
  createVirtualAuthenticator,
} from '../../identity/auth/testing/virtual-authenticator.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const minute = 60_000
const site = { origin: 'https://repertoire.example', rpId: 'repertoire.example' }

async function send(
  server: TestServer,
  path: string,
  options: { cookie?: string; body?: object; method?: string },
) {
  const { cookie = '', body, method = 'POST' } = options
  const response = await server.http.request(`${site.origin}/api/v1${path}`, {
    method,
    headers: {
      ...{ host: 'repertoire.example', cookie, 'sec-fetch-site': 'same-origin' },
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const set = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return {
    status: response.status,
    body: text ? JSON.parse(text) : null,
    set,
    headers: response.headers,
  }
}

async function logIn(server: TestServer, api_key: string): Promise<string> {
  return (await send(server, '/session', { body: { api_key } })).set[0] ?? ''
}

async function prepared(server: TestServer, cookie: string) {
  const { body, set, status } = await send(server, '/passkeys/challenge', { cookie })
  expect(status).toBe(200)
  return {
    options: body.options,
    cookie: `${cookie}; ${set[0]}`,
    challenge: String(body.options.challenge),
  }
}

async function withPasskey(server: TestServer, cookie: string) {
  const device = createVirtualAuthenticator(site)
  const ready = await prepared(server, cookie)
  const body = { name: 'phone', response: device.create(ready.challenge) }
  const added = await send(server, '/passkeys', { cookie: ready.cookie, body })
  expect(added.status).toBe(201)
  return { device, passkey: added.body as PasskeyBody }
}

async function challenged(server: TestServer) {
  const { body, set } = await send(server, '/session/passkey/challenge', {})
  return { cookie: set[0] ?? '', challenge: String(body.options.challenge), options: body.options }
}

async function answer(server: TestServer, device: ReturnType<typeof createVirtualAuthenticator>) {
  const { cookie, challenge } = await challenged(server)
  server.clock.advance(1)
  return send(server, '/session/passkey', { cookie, body: { response: device.get(challenge) } })
}

describe('a passkey', () => {
  it('logs its person in, freshly, and is in the audit log', async () => {
    const server = await createTestServer()
    const { key, id } = await server.addMember('admin')
    const { device } = await withPasskey(server, await logIn(server, key))
    server.clock.advance(60 * minute)
    const login = await answer(server, device)
    expect([login.status, login.body.member.id]).toEqual([200, id])
    const cookie = login.set[0] ?? ''
    const minted = await send(server, '/keys', { cookie, body: { name: 'mine' } })
    expect(minted.status).toBe(201)
    const list = await send(server, '/passkeys', { cookie, method: 'GET' })
    expect(list.body.items).toMatchObject([{ name: 'phone' }])
    expect(list.body.items[0].last_used_at).not.toBeNull()
    const audit = await server.call<{ items: { action: string; details: object }[] }>(
      '/api/v1/audit',
    )
    expect(audit.body.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'passkey-created' }),
        expect.objectContaining({ details: expect.objectContaining({ with: 'passkey' }) }),
      ]),
    )
  })

  it('asks the device to check its holder, and names nobody before the login', async () => {
    const server = await createTestServer()
    const { options, cookie } = await challenged(server)
    expect(options).toMatchObject({ rpId: site.rpId, userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
    expect(cookie).not.toContain(options.challenge)
    const ready = await prepared(server, await logIn(server, server.ownerKey))
    expect(ready.options.authenticatorSelection).toMatchObject({
      ...{ residentKey: 'required', userVerification: 'required' },
    })
  })

  it('is removed by its person alone, and then logs nobody in', async () => {
    const server = await createTestServer()
    const { key } = await server.addMember('member')
    const cookie = await logIn(server, key)
    const { device, passkey } = await withPasskey(server, cookie)
    const owner = await logIn(server, server.ownerKey)
    const path = `/passkeys/${passkey.id}`
    expect((await send(server, path, { cookie: owner, method: 'DELETE' })).status).toBe(404)
    expect((await send(server, path, { cookie, method: 'DELETE' })).status).toBe(204)
    expect((await answer(server, device)).status).toBe(401)
  })

  it('is not removed by a key that carries only part of the permissions', async () => {
    const server = await createTestServer()
    const cookie = await logIn(server, server.ownerKey)
    const { device, passkey } = await withPasskey(server, cookie)
    const body = { name: 'ci', scopes: ['skills.read'] }
    const { key } = (await server.call<ApiKeyCreated>('/api/v1/keys', { body })).body
    const path = `/api/v1/passkeys/${passkey.id}`
    const refused = await server.call(path, { method: 'DELETE', key })
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.key-too-narrow'])
    expect((await answer(server, device)).status).toBe(200)
    expect((await server.call(path, { method: 'DELETE' })).status).toBe(204)
  })

  it('ends with its member, and with the stolen key of the login it was made in', async () => {
    const server = await createTestServer()
    const { key, id } = await server.addMember('member')
    const first = await withPasskey(server, await logIn(server, key))
    await server.call(`/api/v1/members/${id}`, { method: 'DELETE' })
    expect((await answer(server, first.device)).body.code).toBe('passkey.invalid')
    const root = await send(server, '/keys', {
      ...{ cookie: await logIn(server, server.ownerKey), body: { name: 'root' } },
    })
    const second = await withPasskey(server, await logIn(server, root.body.key))
    const revoke = `/api/v1/keys/${root.body.id}?made_in_sessions=true`
    expect((await server.call(revoke, { method: 'DELETE' })).status).toBe(204)
    expect((await answer(server, second.device)).body.code).toBe('passkey.invalid')
  })
})

describe('misuse of passkeys', () => {
  it.each<[string, AnswerChanges]>([
    ['of another site', { origin: 'https://repertoire.example.mallory.example' }],
    ['for another site', { rpId: 'mallory.example' }],
    ['of a device that checked nobody', { isVerified: false }],
    ['that was made for something else', { type: 'payment.get' }],
  ])('an answer %s is refused, at a login and when it is added', async (_, changes) => {
    const server = await createTestServer()
    const cookie = await logIn(server, server.ownerKey)
    const { device } = await withPasskey(server, cookie)
    const asked = await challenged(server)
    server.clock.advance(1)
    const body = { response: device.get(asked.challenge, changes) }
    const login = await send(server, '/session/passkey', { cookie: asked.cookie, body })
    expect([login.status, login.body.code, login.set]).toEqual([401, 'passkey.invalid', []])
    const ready = await prepared(server, cookie)
    const response = createVirtualAuthenticator(site).create(ready.challenge, changes)
    const add = { cookie: ready.cookie, body: { name: 'x', response } }
    expect((await send(server, '/passkeys', add)).body.code).toBe('passkey.invalid')
  })

  it('an answer counts once, in its browser, for its challenge, and for five minutes', async () => {
    const server = await createTestServer()
    const { device } = await withPasskey(server, await logIn(server, server.ownerKey))
    const [mine, theirs] = [await challenged(server), await challenged(server)]
    server.clock.advance(1)
    const body = { response: device.get(mine.challenge) }
    const code = async (cookie: string) =>
      (await send(server, '/session/passkey', { cookie, body })).body.code
    expect(await code('')).toBe('passkey.invalid')
    expect(await code(theirs.cookie)).toBe('passkey.invalid')
    expect(await code(`${mine.cookie}; ${theirs.cookie}`)).toBe('passkey.invalid')
    expect(await code(mine.cookie)).toBeUndefined()
    expect(await code(mine.cookie)).toBe('passkey.invalid')
    const late = await challenged(server)
    server.clock.advance(5 * minute)
    const slow = { cookie: late.cookie, body: { response: device.get(late.challenge) } }
    expect((await send(server, '/session/passkey', slow)).body.code).toBe('passkey.invalid')
  })

  it('another device, and another signature under a known name, log nobody in', async () => {
    const server = await createTestServer()
    const { device } = await withPasskey(server, await logIn(server, server.ownerKey))
    const unknown = createVirtualAuthenticator(site)
    expect((await answer(server, unknown)).status).toBe(401)
    const forger = {
      ...unknown,
      get: (c: string) => ({ ...unknown.get(c), id: device.id, rawId: device.id }),
    }
    expect((await answer(server, forger)).status).toBe(401)
  })

  it('a challenge to add one is no challenge to log in, nor another person’s', async () => {
    const server = await createTestServer()
    const owner = await logIn(server, server.ownerKey)
    const { device } = await withPasskey(server, owner)
    const ready = await prepared(server, owner)
    server.clock.advance(1)
    const body = { response: device.get(ready.challenge) }
    expect((await send(server, '/session/passkey', { cookie: ready.cookie, body })).status).toBe(
      401,
    )
    const { key } = await server.addMember('member')
    const challenge = ready.cookie.split('; ')[1]
    const cookie = `${await logIn(server, key)}; ${challenge}`
    const add = { name: 'x', response: createVirtualAuthenticator(site).create(ready.challenge) }
    expect((await send(server, '/passkeys', { cookie, body: add })).body.code).toBe(
      'passkey.invalid',
    )
  })

  it('is made in a fresh session only, and not in that of a key that ends', async () => {
    const server = await createTestServer()
    const byKey = await server.call('/api/v1/passkeys/challenge', { method: 'POST', body: {} })
    expect(byKey.body.code).toBe('passkey.needs-session')
    const expires_at = new Date(server.clock.now() + 60 * minute).toISOString()
    const short = await server.call<ApiKeyCreated>('/api/v1/keys', {
      body: { name: 's', expires_at },
    })
    const cookie = await logIn(server, short.body.key)
    const limited = await send(server, '/passkeys/challenge', { cookie })
    expect(limited.body.code).toBe('passkey.limited-login')
    const old = await logIn(server, server.ownerKey)
    server.clock.advance(15 * minute)
    expect((await send(server, '/passkeys/challenge', { cookie: old })).body.code).toBe(
      'login.not-fresh',
    )
  })

  it('guessing is limited, and no other site can ask', async () => {
    const server = await createTestServer()
    const device = createVirtualAuthenticator(site)
    for (let i = 0; i < 10; i += 1) expect((await answer(server, device)).status).toBe(401)
    expect((await answer(server, device)).status).toBe(429)
    const path = `${site.origin}/api/v1/session/passkey/challenge`
    const headers = { host: 'repertoire.example', 'sec-fetch-site': 'cross-site' }
    expect((await server.http.request(path, { method: 'POST', headers })).status).toBe(403)
  })
})
