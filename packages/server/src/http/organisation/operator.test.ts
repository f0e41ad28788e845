import type {
  AuditPage,
  ConversationBody,
  Me,
  OrganisationBody,
  OrganisationCreated,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { sessionCookie } from '../../identity/auth/session-cookie.ts'
import {
  createTestServer,
  testOperatorKey as key,
  skillMd,
  type TestServer,
} from '../../testing/test-server.ts'

const path = '/api/v1/operator/organisations'
const monthMs = 30 * 24 * 60 * 60 * 1000

async function create(server: TestServer, name: string): Promise<OrganisationCreated> {
  server.clock.advance(1)
  return (await server.call<OrganisationCreated>(path, { key, body: { name } })).body
}

const list = async (server: TestServer) =>
  (await server.call<{ items: OrganisationBody[] }>(path, { key })).body.items

const me = (server: TestServer, as: string) => server.call<Me>('/api/v1/me', { key: as })

describe('the operator', () => {
  it('creates, lists and renames organisations; each owner’s key reaches its own alone', async () => {
    const server = await createTestServer()
    const made = await create(server, 'Acme')
    expect(made).toMatchObject({ name: 'Acme', deleted_at: null, kept_until: null })
    expect((await me(server, made.key)).body).toMatchObject({
      ...{ organisation: { id: made.id, name: 'Acme' }, member: { role: 'owner' } },
    })
    const renamed = await server.call(`${path}/${made.id}`, {
      ...{ method: 'PUT', key, body: { name: 'Acme Ltd' } },
    })
    expect(renamed.status).toBe(200)
    expect((await me(server, made.key)).body.organisation.name).toBe('Acme Ltd')
    expect((await list(server)).map(({ name }) => name)).toEqual(['My organisation', 'Acme Ltd'])
    expect((await me(server, server.ownerKey)).body.organisation.name).toBe('My organisation')
  })

  it('deletes one, whose keys and logins end at once, and restores it whole', async () => {
    const server = await createTestServer()
    const made = await create(server, 'Acme')
    const body = { api_key: made.key }
    const headers = { 'sec-fetch-site': 'same-origin' }
    const login = await server.request('/api/v1/session', { key: null, body, headers })
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    const reach = async () => [
      (await me(server, made.key)).status,
      (await server.request('/api/v1/me', { key: null, headers: { cookie } })).status,
    ]
    expect(await reach()).toEqual([200, 200])
    const one = `${path}/${made.id}`
    server.clock.advance(1)
    expect((await server.call(one, { method: 'DELETE', key })).status).toBe(204)
    expect(await reach()).toEqual([401, 401])
    expect((await list(server)).find(({ id }) => id === made.id)).toMatchObject({
      kept_until: new Date(server.clock.now() + monthMs).toISOString(),
    })
    expect((await server.call(one, { method: 'DELETE', key })).status).toBe(404)
    server.clock.advance(1)
    expect((await server.call(`${one}/restore`, { method: 'POST', key })).status).toBe(200)
    expect(await reach()).toEqual([200, 200])
    const audit = await server.call<AuditPage>('/api/v1/audit', { key: made.key })
    const done = audit.body.items.filter(({ target }) => target === made.id)
    expect(done.map(({ actor, action }) => [actor, action])).toEqual(
      ['restored', 'deleted', 'created'].map((verb) => [null, `organisation-${verb}`]),
    )
  })

  it('cannot delete the last one, and a deleted one is removed for good after thirty days', async () => {
    const server = await createTestServer()
    const made = await create(server, 'Acme')
    await server.call(`${path}/${made.id}`, { method: 'DELETE', key })
    const last = await server.call(`${path}/${server.tenantId}`, { method: 'DELETE', key })
    expect([last.status, last.body.code]).toEqual([409, 'organisation.last'])
    const sweep = async () => {
      server.app.curator.start()
      await server.app.curator.idle()
      await server.app.curator.stop()
    }
    server.clock.advance(monthMs)
    await sweep()
    expect((await list(server)).map(({ id }) => id)).toEqual([server.tenantId])
    const late = await server.call(`${path}/${made.id}/restore`, { method: 'POST', key })
    expect(late.status).toBe(404)
  })

  it('exports everything of one organisation, and neither keys nor anything of another', async () => {
    const server = await createTestServer()
    const made = await create(server, 'Acme')
    const add = (name: string, as: string, scope: string) =>
      server.call('/api/v1/skills', {
        key: as,
        body: { content: skillMd(name, `the text of ${name}`), scope },
      })
    await add('shared', made.key, 'org')
    await add('private', made.key, 'user')
    await add('foreign', server.ownerKey, 'org')
    const conversation = await server.call<ConversationBody>('/api/v1/conversations', {
      ...{ key: made.key, body: {} },
    })
    await server.call(`/api/v1/conversations/${conversation.body.id}/messages`, {
      ...{ key: made.key, body: { text: 'words of a message' } },
      headers: { prefer: 'respond-async' },
    })
    await server.call(`${path}/${made.id}`, { method: 'DELETE', key })
    const response = await server.request(`${path}/${made.id}/export`, { key })
    expect(response.headers.get('content-type')).toBe('application/zip')
    const zip = Buffer.from(await response.arrayBuffer()).toString('latin1')
    for (const part of [
      `${made.id}/organisation.json`,
      `${made.id}/audit.jsonl`,
      `${made.id}/skills/organisation/shared/SKILL.md`,
      '/private/SKILL.md',
      `${made.id}/conversations/${conversation.body.id}/log.json`,
    ]) {
      expect(zip).toContain(part)
    }
    expect(zip).not.toContain('foreign')
    expect(zip).not.toContain(made.key.slice(15))
  })
})

describe('nobody else', () => {
  it('can use the operator’s routes: no owner, no login, no guess', async () => {
    const server = await createTestServer()
    const session = await server.request('/api/v1/session', {
      ...{ key: null, body: { api_key: server.ownerKey } },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    const value = /=([^;]+)/.exec(session.headers.get('set-cookie') ?? '')?.[1]
    const headers = { cookie: `${sessionCookie}=${value}`, 'sec-fetch-site': 'same-origin' }
    for (const attempt of [
      { key: server.ownerKey },
      { key: null, headers },
      { key: `${key}x` },
      { key: key.slice(0, -1) },
    ]) {
      const answer = await server.call(path, attempt)
      expect(answer.status).toBe(401)
      expect((await server.call(path, { ...attempt, body: { name: 'x' } })).status).toBe(401)
    }
    expect(await list(server)).toHaveLength(1)
    expect((await me(server, key)).status).toBe(401)
  })

  it('finds the routes where the server has no operator key', async () => {
    const server = await createTestServer({ operatorKey: undefined })
    for (const as of [key, server.ownerKey, 'undefined']) {
      const answer = await server.call(path, { key: as })
      expect([answer.status, answer.body.code]).toEqual([404, 'request.unknown-path'])
    }
  })

  it('learns more than names and times from a list', async () => {
    const server = await createTestServer()
    await server.call('/api/v1/skills', { body: { content: skillMd('secret-project') } })
    const items = await list(server)
    expect(items.flatMap((one) => Object.keys(one)).sort()).toEqual(
      ['created_at', 'deleted_at', 'id', 'kept_until', 'name'].sort(),
    )
  })
})
