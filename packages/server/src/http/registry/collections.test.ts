import type { CollectionBody } from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { addSkill } from '../../testing/registry-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const base = '/api/v1/collections'
const draft = { slug: 'billing', selection: { kind: 'tags', tags: ['billing'] } }

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})

const make = (body: object, key?: string) =>
  server.call<CollectionBody & { code?: string }>(base, { body, ...(key && { key }) })

describe('collections', () => {
  it('are made, changed and deleted, and every change is in the audit log', async () => {
    const { status, body } = await make(draft)
    expect([status, body]).toMatchObject([201, { ...draft, audience: 'token', seen: {} }])
    const path = `${base}/${body.id}`
    const selection = { kind: 'query', query: 'invoices' }
    const changed = await server.call<CollectionBody>(path, {
      method: 'PUT',
      body: { selection, audience: 'organisation' },
    })
    expect(changed.body).toMatchObject({ slug: 'billing', selection, audience: 'organisation' })
    expect((await make(draft)).body.code).toBe('collection.slug-taken')
    expect((await server.request(path, { method: 'DELETE' })).status).toBe(204)
    expect((await server.request(path, { method: 'DELETE' })).status).toBe(404)
    const { items } = (await server.call<{ items: { action: string }[] }>('/api/v1/audit')).body
    const actions = items.map(({ action }) => action).filter((one) => one.startsWith('collection'))
    expect(actions.sort()).toEqual([
      ...['collection-changed', 'collection-created', 'collection-deleted'],
    ])
  })

  it('show a token once and keep its hash alone; the next one ends it, and so does revoking', async () => {
    const { id } = (await make(draft)).body
    const path = `${base}/${id}/token`
    const tokens: string[] = []
    for (const _ of ['made', 'rotated']) {
      const { body } = await server.call<{ token: string }>(path, { method: 'POST' })
      tokens.push(body.token)
    }
    const [first = '', second = ''] = tokens
    const find = (token: string) => server.store.directory.findCollection(server.app.sha256(token))
    expect([await find(first), (await find(second))?.collection.id]).toEqual([null, id])
    const listed = await (await server.request(base)).text()
    expect(listed).toContain('token_made_at":"')
    expect(listed).not.toContain(second)
    expect((await server.request(path, { method: 'DELETE' })).status).toBe(204)
    expect(await find(second)).toBeNull()
  })

  it('name the skills that they have now: published ones of the selection, to nobody elsewhere', async () => {
    for (const name of ['triage', 'other']) await addSkill(server, { name })
    await addSkill(server, { name: 'mine', scope: 'user' })
    const selection = { kind: 'names', names: ['triage', 'mine'] }
    const { id } = (await make({ slug: 'x', selection })).body
    const path = `${base}/${id}/skills`
    const ann = await server.addMember('member', ['skills.read'])
    const { body } = await server.call<{ items: object[] }>(path, { key: ann.key })
    const digest = expect.stringMatching(/^sha256:/)
    expect(body.items).toEqual([
      { id: expect.any(String), name: 'triage', description: 'Invoice work of triage.', digest },
    ])
    const elsewhere = await server.addTenant()
    expect((await server.request(path, { key: elsewhere.key })).status).toBe(404)
  })

  it('are read with skills.read, written with settings.write, and nobody else’s exist', async () => {
    const { id } = (await make(draft)).body
    const ann = await server.addMember('member')
    expect((await server.request(base, { key: ann.key })).status).toBe(200)
    expect((await make({ ...draft, slug: 'x' }, ann.key)).status).toBe(403)
    const elsewhere = await server.addTenant()
    const { body } = await server.call<{ items: unknown[] }>(base, { key: elsewhere.key })
    expect(body.items).toEqual([])
    const foreign = { method: 'POST', key: elsewhere.key }
    expect((await server.request(`${base}/${id}/token`, foreign)).status).toBe(404)
  })

  it.each([
    { ...draft, slug: '../x' },
    { ...draft, slug: 'Upper' },
    { ...draft, selection: { kind: 'other' } },
    { ...draft, selection: { kind: 'query', query: ' ' } },
    { ...draft, more: 1 },
  ])('refuses %j', async (body) => {
    expect((await make(body)).status).toBe(400)
  })
})
