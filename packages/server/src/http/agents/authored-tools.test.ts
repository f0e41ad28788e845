import type { AuthoredToolId, TenantId, UserId } from '@repertoire/core/base'
import { type AuthoredKind, type AuthoredVersion, authoredLimits } from '@repertoire/core/domain'
import type {
  AuditPage,
  AuthoredToolBody,
  AuthoredToolPage,
  AuthoredVersionBody,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const path = '/api/v1/authored-tools'
const code = 'return input.a + 1'

async function setUp() {
  const server = await createTestServer()
  const ann = await server.addMember('member')
  const bob = await server.addMember('member')
  return { server, ann, bob }
}

interface Written extends Partial<AuthoredVersion> {
  readonly kind?: AuthoredKind
  readonly tenantId?: TenantId
}

/** Written as their agent would have. */
async function written(server: TestServer, owner: UserId, name: string, change: Written = {}) {
  const { kind = 'tool', tenantId = server.tenantId, ...text } = change
  const id = `aut_${name}_${owner}` as AuthoredToolId
  const head: AuthoredVersion = {
    ...{ number: 1, digest: `sha256:${name}1`, description: `Does ${name}.`, code },
    ...{ parameters: kind === 'tool' ? { type: 'object' } : null, requires: [], reason: 'asked' },
    ...{ author: 'agent', trusted: true, conversationId: null, createdAt: 0 },
    ...text,
  }
  const times = { createdAt: 0, updatedAt: 0, deletedAt: null }
  const tool = { id, kind, name, owner, enabled: true, ...times, head }
  await server.store.tenant(tenantId).authored.create({ tool, changeKey: null })
  return { id, head }
}

describe('authored tools over REST', () => {
  it('B5: are listed by name for the person they were written for', async () => {
    const { server, ann, bob } = await setUp()
    await written(server, ann.id, 'sums', { kind: 'library' })
    const { id } = await written(server, ann.id, 'add', { requires: ['sums'] })
    await written(server, bob.id, 'other')
    const { body } = await server.call<AuthoredToolPage>(path, { key: ann.key })
    expect(body.items.map(({ name, kind, status }) => [name, kind, status])).toEqual([
      ['add', 'tool', 'unapproved'],
      ['sums', 'library', 'approved'],
    ])
    expect(body.items[0]).toMatchObject({ id, enabled: true, problem: null, owner: ann.id })
    expect(JSON.stringify(body)).not.toContain(code)
    const only = await server.call<AuthoredToolPage>(`${path}?kind=library&limit=1`, {
      key: ann.key,
    })
    expect(only.body.items.map(({ name }) => name)).toEqual(['sums'])
  })

  it('B5: is read with code, libraries, users and versions', async () => {
    const { server, ann } = await setUp()
    const sums = await written(server, ann.id, 'sums', { kind: 'library' })
    const { id, head } = await written(server, ann.id, 'add', { requires: ['sums'] })
    const second = { ...head, number: 2, code: 'return 2', digest: 'sha256:2' }
    const { authored } = server.store.tenant(server.tenantId)
    await authored.revise(id, { version: second, changeKey: null })
    const { body } = await server.call<AuthoredToolBody>(`${path}/${id}`, { key: ann.key })
    expect(body).toMatchObject({
      head: { number: 2, code: 'return 2' },
      libraries: [{ id: sums.id, name: 'sums', version: 1 }],
      versions: [{ number: 2 }, { number: 1, author: 'agent', trusted: true }],
      closure_digest: expect.stringMatching(/^sha256:/),
    })
    const library = await server.call<AuthoredToolBody>(`${path}/${sums.id}`, { key: ann.key })
    expect(library.body.used_by).toEqual(['add'])
    const first = await server.call<AuthoredVersionBody>(`${path}/${id}/versions/1`, {
      key: ann.key,
    })
    expect(first.body.code).toBe(code)
    const none = await server.call(`${path}/${id}/versions/7`, { key: ann.key })
    expect([none.status, none.body.code]).toEqual([404, 'authored.version-not-found'])
  })

  it('B5: a tool whose library was deleted is reported as broken', async () => {
    const { server, ann } = await setUp()
    const { id } = await written(server, ann.id, 'add', { requires: ['sums'] })
    const { body } = await server.call<AuthoredToolBody>(`${path}/${id}`, { key: ann.key })
    expect(body).toMatchObject({
      status: 'broken',
      problem: { code: 'authored.library-missing' },
      closure_digest: null,
    })
  })

  it('B5: another person’s and another organisation’s are not found', async () => {
    const { server, ann, bob } = await setUp()
    const other = await server.addTenant()
    const { id } = await written(server, ann.id, 'add')
    for (const key of [bob.key, other.key]) {
      const requests = [
        server.call(`${path}/${id}`, { key }),
        server.call(`${path}/${id}/versions/1`, { key }),
        server.call(`${path}/${id}`, { key, method: 'PATCH', body: { enabled: false } }),
        server.call(`${path}/${id}`, { key, method: 'DELETE' }),
        server.call(`${path}/${id}/restore`, { key, method: 'POST' }),
        server.call(`${path}/${id}/versions/1/restore`, { key, method: 'POST', body: {} }),
        server.call(`${path}/${id}/approve`, { key, method: 'POST', body: { digest: 'x' } }),
      ]
      for (const { status, body } of await Promise.all(requests)) {
        expect([status, body.code]).toEqual([404, 'authored.not-found'])
      }
    }
    const everyone = await server.call(`${path}?everyone=true`, { key: bob.key })
    expect(everyone.body.code).toBe('authored.administrators-only')
    const theirs = await server.call<AuthoredToolPage>(`${path}?everyone=true`, { key: other.key })
    expect(theirs.body.items).toEqual([])
  })

  it('B5: an owner sees everybody’s, may disable and delete, and cannot approve', async () => {
    const { server, ann } = await setUp()
    const { id } = await written(server, ann.id, 'add')
    const { body } = await server.call<AuthoredToolPage>(`${path}?everyone=true`)
    expect(body.items).toMatchObject([{ id, owner: ann.id, owner_name: expect.any(String) }])
    const { body: shown } = await server.call<AuthoredToolBody>(`${path}/${id}`)
    const off = await server.call(`${path}/${id}`, { method: 'PATCH', body: { enabled: false } })
    expect(off.status).toBe(200)
    for (const [at, body] of [
      ['', { enabled: true }],
      ['/approve', { digest: shown.closure_digest }],
      ['/versions/1/restore', {}],
    ] as const) {
      const method = at === '' ? 'PATCH' : 'POST'
      const answer = await server.call(`${path}/${id}${at}`, { method, body })
      expect([answer.status, answer.body.code]).toEqual([403, 'authored.owner-only'])
    }
    expect((await server.call(`${path}/${id}`, { method: 'DELETE' })).status).toBe(204)
  })

  it('B5: a deleted one can be restored for 30 days', async () => {
    const { server, ann } = await setUp()
    const { key } = ann
    const { id } = await written(server, ann.id, 'add')
    await server.call(`${path}/${id}`, { key, method: 'DELETE' })
    const list = async (query = '') =>
      (await server.call<AuthoredToolPage>(path + query, { key })).body.items.length
    expect([await list(), await list('?deleted=true')]).toEqual([0, 1])
    const back = await server.call<AuthoredToolBody>(`${path}/${id}/restore`, {
      key,
      method: 'POST',
    })
    expect(back.body).toMatchObject({ id, deleted_at: null })
    expect([await list(), await list('?deleted=true')]).toEqual([1, 0])
    await server.call(`${path}/${id}`, { key, method: 'DELETE' })
    server.clock.advance(authoredLimits.trashRetentionMs + 1)
    expect(await list('?deleted=true')).toBe(0)
    const late = await server.call(`${path}/${id}/restore`, { key, method: 'POST' })
    expect(late.body.code).toBe('authored.not-found')
  })

  it('B5: an earlier version is restored as a new one', async () => {
    const { server, ann } = await setUp()
    const { key } = ann
    const { id, head } = await written(server, ann.id, 'add')
    const { authored } = server.store.tenant(server.tenantId)
    const second = { ...head, number: 2, code: 'return 2', digest: 'sha256:2', trusted: false }
    await authored.revise(id, { version: second, changeKey: null })
    const restored = await server.call<AuthoredToolBody>(`${path}/${id}/versions/1/restore`, {
      ...{ key, method: 'POST', body: { reason: 'it was right' } },
    })
    expect(restored.body.head).toMatchObject({
      ...{ number: 3, code, author: 'user', reason: 'it was right', trusted: true },
    })
    const again = await server.call<AuthoredToolBody>(`${path}/${id}/versions/3/restore`, {
      ...{ key, method: 'POST', body: {} },
    })
    expect(again.body.head.number).toBe(3)
  })

  it('B5: an approval ahead of the first call covers exactly what was shown, and is audited', async () => {
    const { server, ann } = await setUp()
    const { key } = ann
    const { id, head } = await written(server, ann.id, 'add')
    const { body } = await server.call<AuthoredToolBody>(`${path}/${id}`, { key })
    const { authored } = server.store.tenant(server.tenantId)
    const version = { ...head, number: 2, code: 'steal()', digest: 'sha256:2' }
    await authored.revise(id, { version, changeKey: null })
    const approve = (digest: string | null) =>
      server.call<AuthoredToolBody>(`${path}/${id}/approve`, {
        ...{ key, method: 'POST', body: { digest } },
      })
    const stale = await approve(body.closure_digest)
    expect(stale.status).toBe(412)
    const now = await server.call<AuthoredToolBody>(`${path}/${id}`, { key })
    expect((await approve(now.body.closure_digest)).body.status).toBe('approved')
    await approve(now.body.closure_digest)
    expect(await authored.grants(ann.id)).toMatchObject([{ version: 2, grantedBy: ann.id }])
    const audit = await server.call<AuditPage>('/api/v1/audit')
    const mine = audit.body.items.filter(({ target }) => target === id)
    expect(mine.map(({ action, actor }) => [action, actor])).toEqual([
      ['authored-tool-approved', ann.id],
    ])
  })

  it('B5: a read-only key changes nothing', async () => {
    const { server } = await setUp()
    const reader = await server.addMember('member', ['skills.read'])
    const { id } = await written(server, reader.id, 'add')
    const { key } = reader
    expect((await server.call(`${path}/${id}`, { key })).status).toBe(200)
    const off = await server.call(`${path}/${id}`, {
      key,
      method: 'PATCH',
      body: { enabled: false },
    })
    expect(off.body.code).toBe('auth.permission-missing')
  })
})
