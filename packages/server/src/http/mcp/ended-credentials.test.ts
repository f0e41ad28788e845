import type { ApiKeyCreated } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer } from '../../testing/test-server.ts'
import { createTestApp } from '../oauth/testing/test-app.ts'
import { maxSubscriptions } from './open-subscriptions.ts'

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

async function listen(app: ReturnType<typeof createTestApp>, token: string) {
  const method = 'subscriptions/listen'
  return app.mcp(token, {
    method,
    params: { notifications: { resourcesListChanged: true }, _meta: meta },
    headers: { 'mcp-method': method, 'mcp-protocol-version': '2026-07-28' },
  })
}

/** A subscription that has begun. Resolves to everything it received, once it has ended. */
async function subscribe(app: ReturnType<typeof createTestApp>, token: string) {
  const response = await listen(app, token)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  return { received: response.text() }
}

describe('a subscription of an MCP client', () => {
  it('ends with its key', async () => {
    const server = await createTestServer()
    const { key, id } = (await server.call<ApiKeyCreated>('/api/v1/keys', { body: { name: 'x' } }))
      .body
    const { received } = await subscribe(createTestApp(server), key)
    await server.call(`/api/v1/keys/${id}`, { method: 'DELETE' })
    expect(await received).not.toContain('list_changed')
  })

  it('ends with the membership of its person', async () => {
    const server = await createTestServer()
    const mia = await server.addMember('member')
    const { received } = await subscribe(createTestApp(server), mia.key)
    await server.call(`/api/v1/members/${mia.id}`, { method: 'DELETE' })
    expect(await received).not.toContain('list_changed')
  })

  it('ends when its app is disconnected', async () => {
    const server = await createTestServer()
    const app = createTestApp(server)
    const { tokens, clientId } = await app.connect()
    const { received } = await subscribe(app, tokens.access_token)
    await app.form('/oauth/revoke', { token: tokens.refresh_token, client_id: clientId })
    expect(await received).not.toContain('list_changed')
  })

  it('ends with its access token, and another of the same app stays', async () => {
    const server = await createTestServer()
    const app = createTestApp(server)
    const { tokens, clientId } = await app.connect()
    const first = await subscribe(app, tokens.access_token)
    server.clock.advance(30 * 60_000)
    const renewed = await app.refresh(clientId, tokens.refresh_token)
    const { access_token } = (await renewed.json()) as { access_token: string }
    const second = await subscribe(app, access_token)
    let hasSecondEnded = false
    const secondEnds = second.received.then(() => {
      hasSecondEnded = true
    })
    server.clock.advance(30 * 60_000)
    server.app.credentialWatch.checkAll()
    await first.received
    expect(hasSecondEnded).toBe(false)
    server.clock.advance(30 * 60_000)
    server.app.credentialWatch.checkAll()
    await secondEnds
  })
})

it('one person cannot take the subscriptions of the whole organisation, in however many keys', async () => {
  const server = await createTestServer()
  const [mia, ben] = [await server.addMember('member'), await server.addMember('member')]
  const app = createTestApp(server)
  const first = await listen(app, mia.key)
  for (let at = 1; at < maxSubscriptions; at += 1) {
    expect((await listen(app, mia.key)).status).toBe(200)
  }
  server.clock.advance(60_000)
  const key = { key: mia.key, body: { name: 'second' } }
  const another = (await server.call<ApiKeyCreated>('/api/v1/keys', key)).body
  const refused = await listen(app, another.key)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ code: 'mcp.too-many-subscriptions' })
  expect((await listen(app, ben.key)).status).toBe(200)
  await first.body?.cancel()
  expect((await listen(app, another.key)).status).toBe(200)
})
