import type {
  RevisionBody,
  SkillBody,
  SkillPage,
  TagChangeBody,
  TagCount,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

async function create(server: TestServer, name: string, more: object = {}): Promise<SkillBody> {
  const body = { content: skillMd(name), ...more }
  return (await server.call<SkillBody>('/api/v1/skills', { body })).body
}

const post = (body?: unknown, etag?: string) => ({
  method: 'POST',
  ...(body === undefined ? {} : { body }),
  headers: etag === undefined ? {} : { 'if-match': etag },
})

describe('restoring a revision over REST', () => {
  it('makes a new revision with a reason and its author’s name; an old etag is refused', async () => {
    const server = await createTestServer()
    const first = await create(server, 'triage')
    const path = `/api/v1/skills/${first.id}`
    const change = { method: 'PUT', body: { description: 'Worse.' } }
    const second = (await server.call<SkillBody>(path, change)).body
    const restore = `${path}/revisions/1/restore`
    const stale = await server.call(restore, post({ reason: 'x' }, first.etag))
    expect([stale.status, stale.body.code]).toEqual([412, 'skill.stale'])
    const third = await server.call<SkillBody>(restore, post({ reason: 'was right' }, second.etag))
    expect(third.body).toMatchObject({ revision: 3, content: first.content, digest: first.digest })
    const { items } = (await server.call<{ items: RevisionBody[] }>(`${path}/revisions`)).body
    expect(items[0]).toMatchObject({
      ...{ number: 3, reason: 'Restored revision 1: was right', created_by_name: 'Owner' },
    })
    expect((await server.call(`${path}/revisions/2/restore`, post())).status).toBe(200)
    expect((await server.call(`${path}/revisions/99/restore`, post())).body.code).toBe(
      'revision.not-found',
    )
  })

  it('is allowed to those who may write the skill', async () => {
    const server = await createTestServer()
    const { id } = await create(server, 'triage')
    const { key } = await server.addMember('member')
    const reader = await server.addMember('owner', ['skills.read'])
    for (const by of [key, reader.key]) {
      const restore = { method: 'POST', body: {}, key: by }
      const refused = await server.call(`/api/v1/skills/${id}/revisions/1/restore`, restore)
      expect(refused.status).toBe(403)
    }
  })
})

describe('tags over REST', () => {
  it('are renamed, merged and removed, with a result for each skill', async () => {
    const server = await createTestServer()
    const odd = 'a/b %41 ü'
    await create(server, 'one', { tags: [odd, 'x'] })
    await create(server, 'two', { tags: [odd] })
    const path = (tag: string) => `/api/v1/skills/tags/${encodeURIComponent(tag)}`
    const rename = { method: 'PATCH', body: { name: ' x ' } }
    const renamed = await server.call<TagChangeBody>(path(odd), rename)
    expect(renamed.body).toMatchObject({ changed: 2, refused: 0 })
    expect(
      renamed.body.results.map(({ slug, status, revision }) => [slug, status, revision]),
    ).toEqual([
      ['one', 'changed', 2],
      ['two', 'changed', 2],
    ])
    const tags = async () => (await server.call<{ items: TagCount[] }>('/api/v1/skills/tags')).body
    expect((await tags()).items).toEqual([{ tag: 'x', count: 2, writable: 2 }])
    const removed = await server.call<TagChangeBody>(path('x'), { method: 'DELETE' })
    expect(removed.body.changed).toBe(2)
    expect((await tags()).items).toEqual([])
    expect((await server.call(path('x'), { method: 'PATCH', body: { name: ' ' } })).status).toBe(
      400,
    )
  })

  it('stay on skills that a member may not write, and the result says so', async () => {
    const server = await createTestServer()
    await create(server, 'shared', { tags: ['data'] })
    const { key } = await server.addMember('member')
    const change = { method: 'DELETE', key }
    const { body } = await server.call<TagChangeBody>('/api/v1/skills/tags/data', change)
    expect(body).toMatchObject({
      ...{ changed: 0, refused: 1 },
      results: [{ slug: 'shared', problem: { code: 'skill.org-scope-forbidden' } }],
    })
    const reader = await server.addMember('member', ['skills.read'])
    const refused = { method: 'DELETE', key: reader.key }
    expect((await server.call('/api/v1/skills/tags/data', refused)).status).toBe(403)
    const other = await server.addTenant()
    const elsewhere = { method: 'DELETE', key: other.key }
    const none = await server.call<TagChangeBody>('/api/v1/skills/tags/data', elsewhere)
    expect(none.body.results).toEqual([])
  })
})

describe('deleted skills in the search', () => {
  it('are not found, and found again once restored', async () => {
    const server = await createTestServer()
    const { id } = await create(server, 'triage')
    const found = async () => (await server.call<SkillPage>('/api/v1/skills?q=triage')).body.items
    expect(await found()).toHaveLength(1)
    await server.call(`/api/v1/skills/${id}`, { method: 'DELETE' })
    expect(await found()).toEqual([])
    await server.call(`/api/v1/skills/${id}/restore`, post())
    expect((await found()).map((skill) => skill.id)).toEqual([id])
  })
})

describe('pinned revisions of a conversation over REST', () => {
  it('shows how many are newer, and upgrades by a POST', async () => {
    const server = await createTestServer()
    const { id } = await create(server, 'triage')
    const conversation = await server.call<{ id: string }>('/api/v1/conversations', { body: {} })
    const path = `/api/v1/conversations/${conversation.body.id}/skills`
    await server.call(`${path}/triage`, { method: 'PUT' })
    for (const description of ['Two.', 'Three.']) {
      await server.call(`/api/v1/skills/${id}`, { method: 'PUT', body: { description } })
    }
    const pinned = async () =>
      (await server.call<{ pinned: unknown[]; enabled_skills: unknown[] }>(path)).body.pinned
    expect(await pinned()).toMatchObject([
      { id, slug: 'triage', delivery: 'system', revision: 1, newer_revisions: 2 },
    ])
    const upgraded = await server.call<{ enabled_skills: unknown[] }>(
      `${path}/triage/upgrade`,
      post(),
    )
    expect(upgraded.body.enabled_skills).toHaveLength(1)
    expect(await pinned()).toMatchObject([{ revision: 3, newer_revisions: 0 }])
    expect((await server.call(`${path}/other/upgrade`, post())).status).toBe(404)
    const { key } = await server.addMember('owner')
    const theirs = { method: 'POST', key }
    expect((await server.call(`${path}/triage/upgrade`, theirs)).body.code).toBe(
      'conversation.not-found',
    )
  })

  it('says why an active skill is no longer available, and what a renamed one is called now', async () => {
    const server = await createTestServer()
    const { id } = await create(server, 'triage')
    const conversation = await server.call<{ id: string }>('/api/v1/conversations', { body: {} })
    const path = `/api/v1/conversations/${conversation.body.id}/skills`
    await server.call(`${path}/triage`, { method: 'PUT' })
    const pinned = async () => (await server.call<{ pinned: unknown[] }>(path)).body.pinned
    expect(await pinned()).toMatchObject([{ slug: 'triage', withdrawn: null }])
    await server.call(`/api/v1/skills/${id}`, { method: 'PUT', body: { slug: 'first-aid' } })
    expect(await pinned()).toMatchObject([
      { slug: 'triage', renamed_to: { slug: 'first-aid' }, withdrawn: null },
    ])
    await server.call(`/api/v1/skills/${id}`, { method: 'PUT', body: { enabled: false } })
    expect(await pinned()).toMatchObject([{ withdrawn: 'disabled' }])
    await server.call(`/api/v1/skills/${id}`, { method: 'DELETE' })
    expect(await pinned()).toMatchObject([{ slug: 'triage', withdrawn: 'deleted', revision: null }])
  })
})
