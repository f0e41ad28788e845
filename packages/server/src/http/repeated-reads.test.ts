import type { SkillId } from '@repertoire/core/base'
import type { SkillBody, SkillPage } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, skillMd, type TestServer } from '../testing/test-server.ts'
import { EncodedJson } from './base/encoded-json.ts'
import { isSameSkills, type SearchPage, SearchPageCache } from './skills/search-page-cache.ts'

async function create(server: TestServer, name: string): Promise<SkillBody> {
  const { body } = await server.call<SkillBody>('/api/v1/skills', {
    body: { content: skillMd(name) },
  })
  return body
}

const search = async (server: TestServer, more = '') =>
  (await server.call<SkillPage>(`/api/v1/skills?q=postgres${more}`)).body

describe('a read that is repeated', () => {
  it('gives the same bytes, and every header anew', async () => {
    const server = await createTestServer()
    const { id } = await create(server, 'postgres-triage')
    for (const path of [`/api/v1/skills/${id}`, '/api/v1/skills?q=postgres']) {
      const [first, second] = [await server.call(path), await server.call(path)]
      expect(second.body).toEqual(first.body)
      expect(second.headers.get('content-type')).toBe('application/json')
      expect(second.headers.get('cache-control')).toBe('no-store')
      expect(second.headers.get('x-content-type-options')).toBe('nosniff')
      expect(second.headers.get('content-security-policy')).toContain('sandbox')
      const ids = [first, second].map(({ headers }) => headers.get('x-request-id'))
      expect(new Set(ids).size).toBe(2)
      expect(ids[1]).toMatch(/^req_/)
    }
  })

  it('shows a skill as it was last written, in the skill and in the search', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'postgres-triage')
    const path = `/api/v1/skills/${skill.id}`
    expect((await search(server)).items[0]?.description).toBe(skill.description)
    const body = { description: 'Postgres is slow again.' }
    await server.call(path, { method: 'PUT', body })
    expect((await server.call<SkillBody>(path)).body.description).toBe(body.description)
    expect((await search(server)).items[0]?.description).toBe(body.description)
    await server.call(path, { method: 'PUT', body: { enabled: false } })
    expect((await server.call<SkillBody>(path)).body.enabled).toBe(false)
    expect((await search(server)).items[0]?.enabled).toBe(false)
    expect((await search(server, '&enabled=true')).items).toEqual([])
  })

  it('finds a skill that has come, and not one that is gone', async () => {
    const server = await createTestServer()
    expect((await search(server)).items).toEqual([])
    const first = await create(server, 'postgres-triage')
    expect((await search(server)).items.map(({ id }) => id)).toEqual([first.id])
    const second = await create(server, 'postgres-backup')
    expect(new Set((await search(server)).items.map(({ id }) => id))).toEqual(
      new Set([first.id, second.id]),
    )
    await server.call(`/api/v1/skills/${first.id}`, { method: 'DELETE' })
    expect((await search(server)).items.map(({ id }) => id)).toEqual([second.id])
  })
})

describe('pages of ranked skills that are kept', () => {
  const page = (letters: number): SearchPage => ({
    ...{ changeSeq: 1, ids: [], skills: [], shown: 0 },
    body: new EncodedJson({ items: [], next_cursor: 'x'.repeat(letters) }),
  })

  it('are bounded in bytes: the oldest goes first, and a large one is not kept', () => {
    const cache = new SearchPageCache(1_000)
    for (const key of ['a', 'b', 'c']) cache.set(key, page(400))
    expect(['a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([false, true, true])
    expect(cache.bytes).toBeLessThanOrEqual(1_000)
    cache.set('d', page(200_000))
    expect(cache.get('d')).toBeUndefined()
    expect(cache.get('c')).toBeDefined()
  })

  it('count only while the store gives the very same skills', async () => {
    const server = await createTestServer()
    const { id } = await create(server, 'postgres-triage')
    const [member] = await server.store.tenant(server.tenantId).members.list()
    const { skills } = server.store.tenant(server.tenantId)
    const found = await skills.getMany(member!.id, [id as SkillId])
    const made = { ...page(1), skills: found }
    expect(found).toHaveLength(1)
    expect(isSameSkills(made, found)).toBe(true)
    expect(isSameSkills(made, [])).toBe(false)
    expect(isSameSkills(made, [{ ...found[0]! }])).toBe(false)
  })
})
