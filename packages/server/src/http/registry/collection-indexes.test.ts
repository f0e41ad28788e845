import { beforeEach, describe, expect, it } from 'vitest'
import { addCollection } from '../../testing/collection-fixtures.ts'
import { addSkill, filesOfEveryKind } from '../../testing/registry-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

interface Index {
  readonly skills: readonly { readonly name: string; readonly digest?: string }[]
}

let server: TestServer
let token: string
let id: string
beforeEach(async () => {
  server = await createTestServer()
  await addSkill(server, { name: 'alone' })
  await addSkill(server, { name: 'varied', ...filesOfEveryKind })
  const selection = { kind: 'names' as const, names: ['varied'] }
  ;({ id, token } = await addCollection(server, { slug: 'billing', selection }))
})

const get = (path: string, headers: Record<string, string> = {}) =>
  server.request(path, { key: null, headers })
const indexPaths = (secret: string, slug = 'billing') =>
  [
    ...['.well-known/agent-skills', '.well-known/skills', 'skills/varied/.well-known/agent-skills'],
  ].map((path) => `/s/${secret}/${slug}/${path}/index.json`)

describe('the well-known indexes of a collection', () => {
  it('name its skills alone, in both versions and one by one, and give their files', async () => {
    for (const path of indexPaths(token)) {
      const { skills } = (await (await get(path)).json()) as Index
      expect([path, skills.map(({ name }) => name)]).toEqual([path, ['varied']])
    }
    const base = `/s/${token}/billing/.well-known`
    for (const path of ['agent-skills/varied.zip', 'skills/varied/scripts/run.sh']) {
      expect([path, (await get(`${base}/${path}`)).status]).toEqual([path, 200])
    }
    for (const path of ['skills/alone/SKILL.md', 'skills/varied/..%2falone%2fSKILL.md']) {
      expect([path, (await get(`${base}/${path}`)).status]).toEqual([path, 404])
    }
  })

  it('are the same until something changes', async () => {
    for (const path of indexPaths(token)) {
      const etag = (await get(path)).headers.get('etag') ?? ''
      expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
    }
  })

  it('answer a wrong token, another collection and a revoked token alike, with the token in no log', async () => {
    const wrong = 'rcol_wrong-token-of-somebody'
    const paths = [...indexPaths(wrong), ...indexPaths(token, 'other')]
    for (const path of paths) {
      const answer = await get(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(await answer.text()).toContain('collection.not-found')
    }
    for (const path of indexPaths(token)) expect((await get(path)).status).toBe(200)
    await server.request(`/api/v1/collections/${id}/token`, { method: 'DELETE' })
    for (const path of indexPaths(token)) expect((await get(path)).status).toBe(404)
    expect(server.logged()).not.toContain(token)
    expect(server.logged()).not.toContain(wrong)
  })

  it('record who took a skill, and when a client was there', async () => {
    await get(`/s/${token}/billing/.well-known/agent-skills/varied.zip`)
    const { body } = await server.call<{ items: { action: string; details: object }[] }>(
      '/api/v1/audit?limit=200',
    )
    const taken = body.items.filter(({ action }) => action === 'collection-taken')
    expect(taken.map(({ details }) => details)).toEqual([
      expect.objectContaining({ slug: 'billing', via: 'well-known', skill: 'varied' }),
    ])
    const listed = await server.call<{ items: { seen: object }[] }>('/api/v1/collections')
    expect(listed.body.items[0]?.seen).toEqual({ 'well-known': expect.any(String) })
  })
})
