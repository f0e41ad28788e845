import type { AuditPage } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, skillMd } from '../../testing/test-server.ts'
import { createTestApp, origin, rejection, type Tokens, verifier } from './testing/test-app.ts'

const usable = async (answer: Promise<Response>) => (await answer).status
const day = 24 * 3_600_000

describe('whoever attacks the authorisation of apps', () => {
  it('is not redirected to, whatever is wrong with the request', async () => {
    const app = createTestApp(await createTestServer())
    const id = await app.register()
    for (const changes of [
      ...[{ redirect_uri: 'https://evil.example/' }, { redirect_uri: 'javascript:alert(1)' }],
      ...[{ redirect_uri: 'https://app.example/back/../evil' }, { redirect_uri: '' }],
      ...[{ client_id: `${id}x` }, { client_id: 'app_e30.x' }, { response_type: 'token' }],
      ...[{ scope: 'admin' }, { resource: 'https://other.example/mcp' }],
      ...[{ resource: `${origin}/api` }, { resource: `${origin}/mcp#x` }],
    ]) {
      const answer = await app.approve(app.requestOf(id, changes))
      expect([changes, answer.status >= 400, answer.headers.get('location')]).toEqual([
        ...[changes, true, null],
      ])
      expect(JSON.stringify(answer.body)).not.toContain('redirect_to')
    }
  })

  it('registers no address that could run something', async () => {
    const app = createTestApp(await createTestServer())
    for (const uri of ['javascript:alert(1)', 'http://app.example/', 'data:text/html,x']) {
      const answer = await app.registration({ redirect_uris: [uri] })
      expect(await rejection(answer)).toEqual([400, 'invalid_redirect_uri'])
    }
  })

  it('cannot do without PKCE, nor weaken it', async () => {
    const app = createTestApp(await createTestServer())
    const id = await app.register()
    for (const changes of [
      ...[{ code_challenge: undefined }, { code_challenge_method: undefined }],
      ...[{ code_challenge_method: 'plain', code_challenge: verifier }],
    ]) {
      expect((await app.approve(app.requestOf(id, changes))).body.code).toBe('app.invalid-request')
    }
    for (const code_verifier of ['w'.repeat(43), '', verifier.slice(1)]) {
      const code = await app.codeFor(id)
      const answer = await app.redeem(id, code, { code_verifier })
      expect(await rejection(answer)).toEqual([400, 'invalid_grant'])
      // It was tried once.
      expect(await usable(app.redeem(id, code))).toBe(400)
    }
  })

  it('gets nothing for a code a second time, and what the first one got ends', async () => {
    const server = await createTestServer()
    const app = createTestApp(server)
    const id = await app.register()
    const code = await app.codeFor(id)
    const tokens = (await (await app.redeem(id, code)).json()) as Tokens
    expect(await rejection(await app.redeem(id, code))).toEqual([400, 'invalid_grant'])
    expect(await usable(app.mcp(tokens.access_token))).toBe(401)
    const { items } = (await server.call<AuditPage>('/api/v1/audit')).body
    expect(items.map(({ action }) => action)).toContain('app-disconnected')
  })

  it('gets nothing for a refresh token a second time, and the app is disconnected', async () => {
    const app = createTestApp(await createTestServer())
    const { clientId, tokens } = await app.connect()
    const next = (await (await app.refresh(clientId, tokens.refresh_token)).json()) as Tokens
    expect(await usable(app.mcp(next.access_token))).toBe(200)
    const replayed = await app.refresh(clientId, tokens.refresh_token)
    expect(await rejection(replayed)).toEqual([400, 'invalid_grant'])
    expect(await usable(app.mcp(next.access_token))).toBe(401)
    expect(await usable(app.refresh(clientId, next.refresh_token))).toBe(400)
  })

  it('cannot use a code or token as another app, in another way, or late', async () => {
    const server = await createTestServer()
    const app = createTestApp(server)
    const [one, other] = [await app.register(), await app.register({ client_name: 'Evil' })]
    const code = await app.codeFor(one)
    expect(await usable(app.redeem(other, code))).toBe(400)
    expect(await usable(app.refresh(one, code))).toBe(400)
    const redirect_uri = 'https://app.example/other'
    expect(await usable(app.redeem(one, code, { redirect_uri }))).toBe(400)
    const { clientId, tokens } = await app.connect()
    expect(await usable(app.refresh(other, tokens.refresh_token))).toBe(400)
    expect(await usable(app.mcp(tokens.refresh_token))).toBe(401)
    expect(await usable(app.refresh(clientId, tokens.access_token))).toBe(400)
    const late = await app.codeFor(one)
    server.clock.advance(60_000)
    expect(await usable(app.redeem(one, late))).toBe(400)
    const twice = await app.form('/oauth/token', [
      ...[
        ['grant_type', 'refresh_token'],
        ['client_id', clientId],
      ],
      ...[
        ['refresh_token', tokens.refresh_token],
        ['refresh_token', 'x'],
      ],
    ])
    expect(await rejection(twice)).toEqual([400, 'invalid_request'])
    const password = await app.form('/oauth/token', { grant_type: 'password' })
    expect(await rejection(password)).toEqual([400, 'unsupported_grant_type'])
  })

  it('reads no skill through a client’s menu where the person allowed something else', async () => {
    const server = await createTestServer()
    await server.call('/api/v1/skills', { body: { content: skillMd('redis') } })
    const app = createTestApp(server)
    const ask = async (scope: string, method: string, params = {}) => {
      const { tokens } = await app.connect({ scopes: [scope] })
      return (await app.mcp(tokens.access_token, { method, params })).text()
    }
    expect(await ask('skills:read', 'prompts/list')).toContain('"name":"redis"')
    for (const scope of ['skills:run', 'skills:write']) {
      expect(await ask(scope, 'prompts/list')).toContain('"prompts":[]')
      expect(await ask(scope, 'prompts/get', { name: 'redis' })).toContain('allow skills:read')
      expect(server.engine.started).toEqual([])
    }
  })

  it('cannot take a token to another address: of this server, of its API, of another organisation', async () => {
    const server = await createTestServer()
    const app = createTestApp(server)
    const { clientId, tokens } = await app.connect()
    const elsewhere = createTestApp(server, 'http://localhost:8080')
    expect(await usable(elsewhere.mcp(tokens.access_token))).toBe(401)
    const resource = 'http://localhost:8080/mcp'
    const mixed = await app.refresh(clientId, tokens.refresh_token, { resource })
    expect(await rejection(mixed)).toEqual([400, 'invalid_target'])
    for (const key of [tokens.access_token, tokens.refresh_token]) {
      expect((await server.call('/api/v1/me', { key })).status).toBe(401)
      const login = await server.call('/api/v1/session', { key: null, body: { api_key: key } })
      expect(login.status).toBe(401)
    }
    const { key } = await server.addTenant()
    const theirs = await server.call<{ items: { id: string }[] }>('/api/v1/connected-apps', { key })
    expect(theirs.body.items).toEqual([])
    const [mine] = (await server.call<{ items: { id: string }[] }>('/api/v1/connected-apps')).body
      .items
    const path = `/api/v1/connected-apps/${mine?.id}`
    expect((await server.call(path, { method: 'DELETE', key })).status).toBe(404)
    expect(await usable(app.mcp(tokens.access_token))).toBe(200)
  })

  it('cannot send a token in the address', async () => {
    const app = createTestApp(await createTestServer())
    const { access_token } = (await app.connect()).tokens
    const path = `/mcp?access_token=${access_token}`
    expect(await usable(app.mcp(null, { path }))).toBe(400)
    expect(await usable(app.mcp(access_token, { path }))).toBe(400)
  })

  it('cannot make a person’s browser agree', async () => {
    const server = await createTestServer()
    const app = createTestApp(server)
    const login = await server.call('/api/v1/session', {
      ...{ key: null, headers: { 'sec-fetch-site': 'same-origin' } },
      body: { api_key: server.ownerKey },
    })
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    const id = await app.register()
    for (const site of ['cross-site', 'same-site', 'none']) {
      const answer = await server.call('/api/v1/connected-apps', {
        ...{ key: null, headers: { cookie, 'sec-fetch-site': site, host: 'repertoire.example' } },
        body: { approved: true, request: app.requestOf(id), scopes: ['skills:read'] },
      })
      expect([answer.status, answer.body.code]).toEqual([403, 'request.cross-origin'])
    }
    const framed = await app.send('/authorize?client_id=x', {})
    expect(framed.headers.get('x-frame-options')).toBe('DENY')
  })

  it('cannot fill the server with registrations: they are counted, kept nowhere, and end', async () => {
    const server = await createTestServer()
    const app = createTestApp(server)
    const id = await app.register()
    for (let at = 1; at < 10; at += 1) expect(await usable(app.registration())).toBe(201)
    const flooding = await app.registration()
    expect(flooding.headers.get('retry-after')).toBe('60')
    expect(await rejection(flooding)).toEqual([429, 'slow_down'])
    server.clock.advance(60_000)
    const long = Array.from(
      { length: 10 },
      (_, at) => `https://app.example/${'x'.repeat(200)}${at}`,
    )
    expect(await rejection(await app.registration({ redirect_uris: long }))).toEqual([
      ...[400, 'invalid_client_metadata'],
    ])
    const huge = { client_name: 'x'.repeat(20_000) }
    expect(await rejection(await app.registration(huge))).toEqual([400, 'invalid_request'])
    server.clock.advance(180 * day)
    expect((await app.approve(app.requestOf(id))).body.code).toBe('app.unknown-client')
  })

  it('finds no code or token in the log, nor in the store', async () => {
    const server = await createTestServer()
    const app = createTestApp(server)
    const id = await app.register()
    const code = await app.codeFor(id)
    const tokens = (await (await app.redeem(id, code)).json()) as Tokens
    await app.mcp(tokens.access_token)
    await app.refresh(id, tokens.refresh_token)
    await app.refresh(id, tokens.refresh_token)
    const audit = JSON.stringify((await server.call('/api/v1/audit')).body)
    for (const secret of [code, tokens.access_token, tokens.refresh_token]) {
      expect(secret.length).toBeGreaterThan(43)
      expect(server.logged()).not.toContain(secret.slice(4))
      expect(audit).not.toContain(secret.slice(4))
    }
  })
})
