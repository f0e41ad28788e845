import type { ConnectedAppList } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer } from '../../testing/test-server.ts'
import { createTestApp, origin, redirectUri, rejection, type Tokens } from './testing/test-app.ts'

const hour = 3_600_000
const usable = async (answer: Promise<Response>) => (await answer).status

describe('an app that speaks OAuth', () => {
  it('needs the address alone: the rejection names who gives tokens, and how', async () => {
    const app = createTestApp(await createTestServer())
    const refused = await app.mcp(null)
    expect(refused.status).toBe(401)
    const challenge = refused.headers.get('www-authenticate') ?? ''
    expect(challenge).toContain('scope="skills:read skills:run skills:write"')
    const named = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
    expect(named).toBe(`${origin}/.well-known/oauth-protected-resource/mcp`)
    const resource = await (await app.send(new URL(named).pathname, {})).json()
    expect(resource).toMatchObject({ resource: `${origin}/mcp`, authorization_servers: [origin] })
    const server = await app.send('/.well-known/oauth-authorization-server', {})
    expect(await server.json()).toMatchObject({
      ...{ issuer: origin, token_endpoint: `${origin}/oauth/token` },
      ...{ code_challenge_methods_supported: ['S256'], response_types_supported: ['code'] },
      client_id_metadata_document_supported: true,
    })
    const reading = await app.mcp(null, { path: '/mcp?preset=read-only' })
    expect(reading.headers.get('www-authenticate')).toContain('scope="skills:read"')
    const wrong = await app.mcp('roa_wrong')
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  it('registers, is shown to the person, and gets tokens that work', async () => {
    const server = await createTestServer()
    const app = createTestApp(server)
    const clientId = await app.register({ client_name: 'Agent <b>' })
    const shown = await server.call('/api/v1/connected-apps/requests', {
      body: app.requestOf(clientId, { scope: 'skills:read skills:run offline_access' }),
      headers: { host: 'repertoire.example' },
    })
    expect(shown.body).toEqual({
      ...{ name: 'Agent <b>', host: null, redirect_place: 'app.example' },
      scopes: ['skills:read', 'skills:run'],
    })
    const { body } = await app.approve(app.requestOf(clientId))
    const back = new URL(body.redirect_to)
    expect(`${back.origin}${back.pathname}`).toBe(redirectUri)
    expect(back.searchParams.get('state')).toBe('s&1')
    expect(back.searchParams.get('iss')).toBe(origin)
    const answer = await app.redeem(clientId, back.searchParams.get('code') ?? '')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const tokens = (await answer.json()) as Tokens
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'skills:read' })
    expect(await usable(app.mcp(tokens.access_token))).toBe(200)
  })

  it('is known by the description at its own address, which its host vouches for', async () => {
    const client_id = 'https://app.example/client.json'
    const document = { client_id, client_name: 'Vouched', redirect_uris: [redirectUri] }
    const server = await createTestServer({ readClientDocument: async () => document })
    const app = createTestApp(server)
    const describe = (id: string) =>
      server.call('/api/v1/connected-apps/requests', {
        body: app.requestOf(id),
        headers: { host: 'repertoire.example' },
      })
    expect((await describe(client_id)).body).toMatchObject({ name: 'Vouched', host: 'app.example' })
    const other = await describe('https://other.example/client.json')
    expect([other.status, other.body.code]).toEqual([400, 'app.unreadable-client'])
    for (const id of ['http://app.example/client.json', 'https://app.example/', 'nobody']) {
      expect((await describe(id)).body.code).toBe('app.unknown-client')
    }
    expect(await usable(app.redeem(client_id, await app.codeFor(client_id)))).toBe(200)
  })

  it('gets new tokens with its refresh token, until the person has to be asked again', async () => {
    const server = await createTestServer()
    const app = createTestApp(server)
    const { clientId, tokens } = await app.connect()
    server.clock.advance(hour)
    expect(await usable(app.mcp(tokens.access_token))).toBe(401)
    const next = (await (await app.refresh(clientId, tokens.refresh_token)).json()) as Tokens
    expect(next.scope).toBe('skills:read')
    expect(await usable(app.mcp(next.access_token))).toBe(200)
    server.clock.advance(90 * 24 * hour)
    expect(await rejection(await app.refresh(clientId, next.refresh_token))).toEqual([
      ...[400, 'invalid_grant'],
    ])
  })

  it('does what the person allowed, and no more than they may now', async () => {
    const server = await createTestServer()
    const app = createTestApp(server)
    const reader = await app.connect({ scopes: ['skills:read'] })
    const headers = { 'mcp-name': 'save_skill' }
    const asking = await app.mcp(reader.tokens.access_token, { headers })
    expect(asking.status).toBe(403)
    expect(asking.headers.get('www-authenticate')).toContain(
      'error="insufficient_scope", resource_metadata=',
    )
    expect(asking.headers.get('www-authenticate')).toContain('scope="skills:read skills:write"')
    // A key that may only read connects no app that may more.
    const narrow = await server.addMember('owner', ['skills.read', 'conversations.use'])
    const clientId = await app.register()
    const wider = await app.approve(app.requestOf(clientId), {
      ...{ key: narrow.key, scopes: ['skills:read', 'skills:write'] },
    })
    expect([wider.status, wider.body.code]).toEqual([403, 'app.scope-not-givable'])
  })

  it('is listed apart from the keys, and ends when it is disconnected', async () => {
    const server = await createTestServer()
    const app = createTestApp(server)
    const { clientId, tokens } = await app.connect()
    await app.codeFor(clientId)
    const { items } = (await server.call<ConnectedAppList>('/api/v1/connected-apps')).body
    expect(items).toMatchObject([
      { name: 'Agent', redirect_place: 'app.example', scopes: ['skills:read'] },
    ])
    const keys = await (await server.request('/api/v1/keys')).text()
    expect(keys).not.toContain('Agent')
    const id = items[0]?.id
    const other = await server.addMember('member')
    const path = `/api/v1/connected-apps/${id}`
    expect((await server.call(path, { method: 'DELETE', key: other.key })).status).toBe(404)
    expect((await server.call(path, { method: 'DELETE' })).status).toBe(204)
    expect(await usable(app.mcp(tokens.access_token))).toBe(401)
    expect(await usable(app.refresh(clientId, tokens.refresh_token))).toBe(400)
  })

  it('revokes its own tokens', async () => {
    const app = createTestApp(await createTestServer())
    const { clientId, tokens } = await app.connect()
    const revoke = (token: string, client_id = clientId) =>
      usable(app.form('/oauth/revoke', { token, client_id }))
    expect(await revoke(tokens.access_token, 'another')).toBe(200)
    expect(await usable(app.mcp(tokens.access_token))).toBe(200)
    expect(await revoke(tokens.access_token)).toBe(200)
    expect(await usable(app.mcp(tokens.access_token))).toBe(401)
    const next = (await (await app.refresh(clientId, tokens.refresh_token)).json()) as Tokens
    expect(await revoke(next.refresh_token)).toBe(200)
    expect(await usable(app.mcp(next.access_token))).toBe(401)
    expect(await revoke('unknown')).toBe(200)
  })

  it('ends with its person, and with the session in which they agreed', async () => {
    const server = await createTestServer()
    const app = createTestApp(server)
    const member = await server.addMember('member')
    const { tokens } = await app.connect({ key: member.key })
    expect(await usable(app.mcp(tokens.access_token))).toBe(200)
    await server.call(`/api/v1/members/${member.id}`, { method: 'DELETE' })
    expect(await usable(app.mcp(tokens.access_token))).toBe(401)

    const headers = { 'sec-fetch-site': 'same-origin', host: 'repertoire.example' }
    const login = await server.call('/api/v1/session', {
      ...{ key: null, headers, body: { api_key: server.ownerKey } },
    })
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    const clientId = await app.register()
    const given = await server.call<{ redirect_to: string }>('/api/v1/connected-apps', {
      ...{ key: null, headers: { ...headers, cookie } },
      body: { approved: true, request: app.requestOf(clientId), scopes: ['skills:read'] },
    })
    const code = new URL(given.body.redirect_to).searchParams.get('code') ?? ''
    const held = (await (await app.redeem(clientId, code)).json()) as Tokens
    const byKey = await app.connect()
    expect(await usable(app.mcp(held.access_token))).toBe(200)
    await server.call('/api/v1/sessions', { method: 'DELETE' })
    expect(await usable(app.mcp(held.access_token))).toBe(401)
    expect(await usable(app.mcp(byKey.tokens.access_token))).toBe(200)
  })
})
