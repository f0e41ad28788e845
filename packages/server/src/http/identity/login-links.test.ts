import type { ApiKeyCreated, LoginLinkBody, Me } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const samePage = { 'sec-fetch-site': 'same-origin' }

async function linkOf(server: TestServer, key: string) {
  const options = { method: 'POST', key }
  return server.call<LoginLinkBody & { code: string }>('/api/v1/session/link', options)
}

function redeem(server: TestServer, token: string) {
  return server.call<Me>('/api/v1/session', { key: null, body: { token }, headers: samePage })
}

describe('a login link made with a key', () => {
  it('logs in once as the holder of the key, and the printed link still works', async () => {
    const server = await createTestServer()
    const printed = server.app.loginToken.issue({ as: 'owner', tenantId: server.tenantId })
    const member = await server.addMember('member')
    const { body, status } = await linkOf(server, member.key)
    expect([status, body.path]).toEqual([201, `/login?token=${body.token}`])
    expect((await redeem(server, body.token)).body.member.id).toBe(member.id)
    expect((await redeem(server, body.token)).status).toBe(401)
    expect((await redeem(server, printed)).body.member.id).toBe('usr_owner')
  })

  it('ends after half an hour, with a newer one, and with its key', async () => {
    const server = await createTestServer()
    const first = (await linkOf(server, server.ownerKey)).body.token
    const second = (await linkOf(server, server.ownerKey)).body.token
    expect((await redeem(server, first)).status).toBe(401)
    server.clock.advance(30 * 60_000)
    expect((await redeem(server, second)).status).toBe(401)
    const made = await server.call<ApiKeyCreated>('/api/v1/keys', { body: { name: 'k' } })
    const third = (await linkOf(server, made.body.key)).body.token
    await server.call(`/api/v1/keys/${made.body.id}`, { method: 'DELETE' })
    expect((await redeem(server, third)).status).toBe(401)
  })

  it('is not made by a narrow key, a service account or a session', async () => {
    const server = await createTestServer()
    const narrow = await server.addMember('admin', ['skills.read'])
    const refused = await linkOf(server, narrow.key)
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.key-too-narrow'])
    const account = { name: 'bot', kind: 'service' }
    const bot = await server.call<{ id: string }>('/api/v1/members', { body: account })
    const body = { name: 'k', user_id: bot.body.id }
    const { key } = (await server.call<ApiKeyCreated>('/api/v1/keys', { body })).body
    expect((await linkOf(server, key)).body.code).toBe('auth.service-account')
    const login = await redeem(
      server,
      server.app.loginToken.issue({ as: 'owner', tenantId: server.tenantId }),
    )
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    const inSession = { method: 'POST', key: null, headers: { cookie, ...samePage } }
    const answer = await server.call('/api/v1/session/link', inSession)
    expect([answer.status, answer.body.code]).toEqual([403, 'auth.link-needs-key'])
  })
})
