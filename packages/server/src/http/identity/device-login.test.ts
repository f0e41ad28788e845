import type { DeviceCodeBody, DeviceTokenBody, Me } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createDeviceLogins } from '../../identity/auth/device-logins.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { createApp } from '../app.ts'

const start = (server: TestServer, body: object = { name: 'laptop' }) =>
  server.call<DeviceCodeBody & { code: string }>('/api/v1/device/code', { key: null, body })

const fetchToken = async (server: TestServer, device_code: string) => {
  const options = { key: null, body: { device_code } }
  return (await server.call<DeviceTokenBody>('/api/v1/device/token', options)).body
}

const answer = (server: TestServer, code: string, body: object, key?: string) =>
  server.call<{ code: string }>(`/api/v1/device/requests/${code}`, {
    body,
    ...(key === undefined ? {} : { key }),
  })

describe('a program without a browser logs in by a short code', () => {
  it('gives the program, once, a key of the person with the chosen scopes, and records it', async () => {
    const server = await createTestServer()
    const { device_code, user_code } = (await start(server)).body
    expect(user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/)
    expect(await fetchToken(server, device_code)).toEqual({ status: 'pending' })
    const typed = user_code.toLowerCase().replace('-', ' ')
    const given = { approved: true, scopes: ['skills.read'] }
    expect((await answer(server, encodeURIComponent(typed), given)).status).toBe(204)
    const token = await fetchToken(server, device_code)
    if (token.status !== 'granted') throw new Error(token.status)
    const me = await server.call<Me>('/api/v1/me', { key: token.key })
    expect(me.body).toMatchObject({ member: { id: 'usr_owner' }, permissions: ['skills.read'] })
    expect(token.expires_at).not.toBeNull()
    expect(await fetchToken(server, device_code)).toEqual({ status: 'expired' })
    const audit = await server.call<{ items: { action: string }[] }>('/api/v1/audit')
    const actions = audit.body.items.map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['device-login-approved', 'key-created']))
    expect((await answer(server, user_code, given)).body.code).toBe('device.unknown-code')
  })

  it('is answered and fetched at any server over one store, which keeps no secret of it', async () => {
    const one = await createTestServer()
    const other = createApp({
      ...one.app,
      deviceLogins: createDeviceLogins({ ...one.app, logins: one.store.directory.deviceLogins }),
    })
    const { device_code, user_code } = (await start(one)).body
    const kept = await one.store.directory.deviceLogins.find(user_code, one.clock.now())
    expect(JSON.stringify(kept)).not.toContain(device_code)
    const asOwner = { authorization: `Bearer ${one.ownerKey}`, 'content-type': 'application/json' }
    const post = (path: string, body: object, headers: Record<string, string>) =>
      other.request(`http://repertoire.example${path}`, {
        ...{ method: 'POST', body: JSON.stringify(body), headers },
      })
    const given = { approved: true, scopes: ['skills.read'] }
    const path = `/api/v1/device/requests/${user_code}`
    expect((await post(path, given, asOwner)).status).toBe(204)
    const token = await fetchToken(one, device_code)
    if (token.status !== 'granted') throw new Error(token.status)
    expect((await one.call('/api/v1/me', { key: token.key })).status).toBe(200)
  })

  it('gives nothing after a refusal, after ten minutes, and never more than the person has', async () => {
    const server = await createTestServer()
    const refused = (await start(server)).body
    expect((await answer(server, refused.user_code, { approved: false })).status).toBe(204)
    expect(await fetchToken(server, refused.device_code)).toEqual({ status: 'denied' })
    const narrow = await server.addMember('member', ['skills.read'])
    const wide = (await start(server)).body
    const all = { approved: true, scopes: ['members.write'] }
    const tooWide = await answer(server, wide.user_code, all, narrow.key)
    expect([tooWide.status, tooWide.body.code]).toEqual([403, 'key.too-wide'])
    server.clock.advance(10 * 60_000)
    expect(await fetchToken(server, wide.device_code)).toEqual({ status: 'expired' })
    expect((await answer(server, wide.user_code, { approved: false })).status).toBe(404)
  })

  it('gives a key that nobody fetched in the ten minutes to nobody afterwards', async () => {
    const server = await createTestServer()
    const late = (await start(server)).body
    const given = { approved: true, scopes: ['skills.read'] }
    expect((await answer(server, late.user_code, given)).status).toBe(204)
    server.clock.advance(10 * 60_000)
    expect(await fetchToken(server, late.device_code)).toEqual({ status: 'expired' })
  })

  it('is answered by people who are logged in, from the page alone, and asks for a fresh login', async () => {
    const server = await createTestServer()
    const { user_code } = (await start(server)).body
    const path = `/api/v1/device/requests/${user_code}`
    const body = { approved: true, scopes: ['skills.read'] }
    expect((await server.call(path, { key: null, body })).status).toBe(401)
    const token = server.app.loginToken.issue({ as: 'owner', tenantId: server.tenantId })
    const page = { 'sec-fetch-site': 'same-origin' }
    const login = { key: null, body: { token }, headers: page }
    const { headers } = await server.call('/api/v1/session', login)
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    const from = (site: string) =>
      server.call<{ code: string }>(path, {
        ...{ key: null, body },
        headers: { cookie, 'sec-fetch-site': site },
      })
    expect((await from('cross-site')).status).toBe(403)
    server.clock.advance(16 * 60_000)
    const again = (await start(server)).body.user_code
    const old = await server.call<{ code: string }>(`/api/v1/device/requests/${again}`, {
      ...{ key: null, body, headers: { cookie, ...page } },
    })
    expect([old.status, old.body.code]).toEqual([403, 'login.not-fresh'])
  })

  it('slows those who guess codes, and those who start many', async () => {
    const server = await createTestServer()
    const guess = () => server.call('/api/v1/device/requests/BBBB-BBBB')
    for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(404)
    expect((await guess()).status).toBe(429)
    for (let starts = 0; starts < 10; starts += 1) expect((await start(server)).status).toBe(201)
    const more = await start(server)
    expect([more.status, more.body.code]).toEqual([429, 'device.too-many-requests'])
  })
})
