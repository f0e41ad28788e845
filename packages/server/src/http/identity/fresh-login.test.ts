import { allRoutes } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const samePage = { 'sec-fetch-site': 'same-origin' }
const minute = 60_000

async function logIn(server: TestServer, body: object, cookie = '') {
  const headers = { ...samePage, ...(cookie && { cookie }) }
  const login = await server.call('/api/v1/session', { key: null, body, headers })
  return { ...samePage, cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

const demanding = allRoutes.filter((route) => route.freshLogin)

describe('a login that is not fresh', () => {
  it('is demanded where keys, members, roles, policies, model providers, connectors and notifications change, also by a device code or for an app, and nowhere else', () => {
    expect(demanding.map(({ operationId }) => operationId).toSorted()).toEqual([
      'addConnector',
      'addModelProvider',
      'answerAppRequest',
      'answerDeviceRequest',
      'createKey',
      'createMember',
      'createPasskey',
      'createToolGrant',
      'deleteMember',
      'inviteMember',
      'preparePasskey',
      'readmitIdentity',
      'removeAdvisoryList',
      'removeConnector',
      'removeInboxNotification',
      'removeModelProvider',
      'setAdvisoryList',
      'setInboxNotification',
      'updateConnector',
      'updateMember',
      'updateModelProvider',
      'updateSettings',
    ])
  })

  it.each(demanding.map((route) => [route.operationId, route] as const))(
    '%s refuses it, and changes nothing',
    async (_, { method, path }) => {
      const server = await createTestServer()
      const headers = await logIn(server, { api_key: server.ownerKey })
      server.clock.advance(15 * minute)
      const member = await server.addMember('member')
      const before = await server.call('/api/v1/members')
      const answer = await server.call(path.replace(/\{\w+\}/, member.id), {
        ...{ method: method.toUpperCase(), key: null, headers },
        body: { name: 'x', role: 'admin', nudges: false },
      })
      expect([answer.status, answer.body.code]).toEqual([403, 'login.not-fresh'])
      expect(answer.body.details).toEqual({ fresh_minutes: 15 })
      expect((await server.call('/api/v1/members')).body).toEqual(before.body)
    },
  )

  it('a stolen cookie mints no key once the login is old, and a new login does', async () => {
    const server = await createTestServer()
    const stolen = await logIn(server, { api_key: server.ownerKey })
    const mint = (headers: Record<string, string>) =>
      server.call('/api/v1/keys', { key: null, headers, body: { name: 'mine now' } })
    server.clock.advance(15 * minute - 1)
    expect((await mint(stolen)).status).toBe(201)
    server.clock.advance(1)
    expect((await mint(stolen)).body.code).toBe('login.not-fresh')
    const again = await logIn(server, { api_key: server.ownerKey }, stolen.cookie)
    expect((await mint(again)).status).toBe(201)
    expect((await mint(stolen)).status).toBe(401)
  })

  it('reads, ends sessions, revokes keys and talks all the same; a key is never asked', async () => {
    const server = await createTestServer()
    const headers = await logIn(server, {
      token: server.app.loginToken.issue({ as: 'owner', tenantId: server.tenantId }),
    })
    const key = (await server.call<{ id: string }>('/api/v1/keys', { body: { name: 'k' } })).body
    server.clock.advance(60 * minute)
    const call = async (path: string, method: string, body?: object) =>
      (await server.call(path, { method, key: null, headers, ...(body && { body }) })).status
    expect(await call('/api/v1/settings', 'GET')).toBe(200)
    expect(await call('/api/v1/conversations', 'POST', {})).toBe(201)
    expect(await call(`/api/v1/keys/${key.id}`, 'DELETE')).toBe(204)
    expect(await call('/api/v1/sessions', 'DELETE')).toBe(200)
    expect((await server.call('/api/v1/keys', { body: { name: 'by key' } })).status).toBe(201)
  })

  it('a lacking permission is named first', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const headers = await logIn(server, { api_key: member.key })
    server.clock.advance(60 * minute)
    const body = { nudges: false }
    const put = { method: 'PUT', key: null, headers, body }
    expect((await server.call('/api/v1/settings', put)).body.code).toBe('auth.permission-missing')
  })
})
