import type {
  ProblemBody,
  RegistryDownloadBody,
  RegistryFoundBody,
  RegistryPageBody,
  RegistrySearchBody,
} from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { observeFiles } from '../../testing/observed-files.ts'
import { addSkill, filesOfEveryKind } from '../../testing/registry-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const base = '/api/v1/registry'
const indexes = [
  `${base}/.well-known/agent-skills/index.json`,
  `${base}/.well-known/skills/index.json`,
]
interface Index {
  readonly skills: readonly { readonly name: string }[]
}

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})

const namesIn = ({ skills }: Index) => skills.map(({ name }) => name)

async function offered(key: string): Promise<Record<string, readonly string[]>> {
  const list = await server.call<RegistryPageBody>(`${base}/api/v1/skills`, { key })
  const search = await server.call<RegistrySearchBody>(
    ...([`${base}/api/v1/skills/search?q=invoice`, { key }] as const),
  )
  const found = await server.call<RegistryFoundBody>(`${base}/api/search?q=invoice`, { key })
  const [current, older] = await Promise.all(
    indexes.map((path) => server.call<Index>(path, { key })),
  )
  return {
    list: list.body.data.map(({ slug }) => slug),
    search: search.body.data.map(({ slug }) => slug),
    found: found.body.skills.map(({ name }) => name),
    current: namesIn(current?.body as Index),
    older: namesIn(older?.body as Index),
  }
}

const pathsOf = (name: string) => [
  `${base}/api/v1/skills/repertoire/skills/${name}`,
  `${base}/api/download/repertoire/skills/${name}`,
  `${base}/.well-known/agent-skills/${name}.zip`,
  `${base}/.well-known/agent-skills/${name}/SKILL.md`,
  `${base}/.well-known/skills/${name}/SKILL.md`,
  `${base}/skills/${name}/.well-known/agent-skills/index.json`,
  `${base}/skills/${name}/.well-known/agent-skills/${name}/SKILL.md`,
  `${base}/skills/offered/.well-known/agent-skills/${name}/SKILL.md`,
]

describe('the registry of an organisation', () => {
  it('A11: never has disabled, archived or personal skills, nor those of another organisation', async () => {
    const ann = await server.addMember('member')
    const elsewhere = await server.addTenant()
    await addSkill(server, { name: 'offered' })
    const off = await addSkill(server, { name: 'off' })
    await server.call(`/api/v1/skills/${off.skill?.id}`, {
      method: 'PUT',
      body: { enabled: false },
    })
    const old = await addSkill(server, { name: 'old' })
    await server.call(`/api/v1/skills/${old.skill?.id}/archive`, { method: 'POST', body: {} })
    await addSkill(server, { name: 'private', scope: 'user' })
    await addSkill(server, { name: 'anns', scope: 'user', key: ann.key })
    await addSkill(server, { name: 'foreign', key: elsewhere.key })
    for (const key of [server.ownerKey, ann.key]) {
      const answers = await offered(key)
      for (const [where, names] of Object.entries(answers))
        expect([where, names]).toEqual([where, ['offered']])
      for (const hidden of ['off', 'old', 'private', 'anns', 'foreign']) {
        for (const path of pathsOf(hidden)) {
          const { status } = await server.request(path, { key })
          expect([path, status]).toEqual([path, 404])
        }
      }
    }
    expect((await offered(elsewhere.key)).list).toEqual(['foreign'])
  })

  it('A11: shows a skill that was just enabled, and stops at once for one that is switched off', async () => {
    const { skill } = await addSkill(server, { name: 'a' })
    expect((await offered(server.ownerKey)).current).toEqual(['a'])
    await server.call(`/api/v1/skills/${skill?.id}`, { method: 'PUT', body: { enabled: false } })
    expect((await offered(server.ownerKey)).current).toEqual([])
    for (const path of pathsOf('a')) expect((await server.request(path)).status).toBe(404)
  })

  it('is the same for everybody, also for one whose own skill has the same name', async () => {
    const ann = await server.addMember('member')
    await addSkill(server, { name: 'triage', body: 'Ours.\n' })
    await addSkill(server, { name: 'triage', body: 'Mine.\n', scope: 'user', key: ann.key })
    for (const names of Object.values(await offered(ann.key))) expect(names).toEqual(['triage'])
    for (const path of [pathsOf('triage')[1], pathsOf('triage')[4]] as [string, string]) {
      expect(await (await server.request(path, { key: ann.key })).text()).toContain('Ours.')
    }
  })

  it('needs skills.read', async () => {
    const none = await server.addMember('owner', ['settings.write'])
    const { status, body } = await server.call(indexes[0] as string, { key: none.key })
    expect([status, body.code]).toEqual([403, 'auth.permission-missing'])
  })

  it.each([
    '/.well-known/agent-skills/index.json',
    '/.well-known/skills/index.json',
    '/skills/a/.well-known/agent-skills/index.json',
    '/.well-known/agent-skills/a.zip',
    '/.well-known/skills/a/SKILL.md',
    '/api/v1/skills',
    '/api/search?q=a',
    '/api/v1/skills/repertoire/skills/a',
    '/api/download/repertoire/skills/a',
  ])('answers 304 for %s until something changes, privately', async (path) => {
    await addSkill(server, { name: 'a', ...filesOfEveryKind })
    const first = await server.request(`${base}${path}`)
    const etag = first.headers.get('etag') ?? ''
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    const headers = { 'if-none-match': etag }
    const again = await server.request(`${base}${path}`, { headers })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
    await addSkill(server, { name: 'a', ...filesOfEveryKind, body: 'Otherwise.\n' })
    await addSkill(server, { name: 'a2' })
    const isUnchangedSearch = path.startsWith('/api/v1/skills') || path.startsWith('/api/search')
    const changed = await server.request(`${base}${path}`, { headers })
    if (!isUnchangedSearch || path.endsWith('/a')) expect(changed.status).toBe(200)
  })

  it('reads no file for an index that the client has', async () => {
    const files = observeFiles()
    const observed = await createTestServer({ store: files.store })
    await addSkill(observed, { name: 'a', ...filesOfEveryKind })
    for (const path of indexes) {
      const etag = (await observed.request(path)).headers.get('etag') ?? ''
      files.reads.length = 0
      const answer = await observed.request(path, { headers: { 'if-none-match': etag } })
      expect([answer.status, files.reads]).toEqual([304, []])
    }
  })

  it('gives the recorded shape, with pages that add up', async () => {
    for (const name of ['a', 'b', 'c']) await addSkill(server, { name })
    const page = await server.call<RegistryPageBody>(
      `${base}/api/v1/skills?view=hot&page=1&per_page=2`,
    )
    expect(page.body.pagination).toEqual({ page: 1, perPage: 2, total: 3, hasMore: false })
    const [skill] = page.body.data
    expect(skill).toMatchObject({
      id: `repertoire/skills/${skill?.slug}`,
      source: 'repertoire/skills',
      installUrl: `http://localhost${base}/skills/${skill?.slug}`,
    })
    const { body } = await server.call<RegistryDownloadBody>(
      `${base}/api/download/repertoire/skills/a`,
    )
    expect(body.files.map(({ path }) => path)).toEqual(['SKILL.md'])
    expect(body.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    `${base}/.well-known/skills/a/..%2fb%2fSKILL.md`,
    `${base}/.well-known/skills/a/%2e%2e/%2e%2e/SKILL.md`,
    `${base}/.well-known/skills/a/scripts%5crun.sh`,
    `${base}/.well-known/skills/a/nothing`,
    `${base}/.well-known/agent-skills/a`,
    `${base}/api/v1/skills/other/skills/a`,
    `${base}/nothing`,
  ])('has nothing at %s', async (path) => {
    await addSkill(server, { name: 'a', ...filesOfEveryKind })
    expect((await server.request(path)).status).toBe(404)
  })

  it('gives a skill that is too large for JSON as an archive', async () => {
    const files = { 'data.bin': new Uint8Array(5 * 1024 * 1024) }
    await addSkill(server, { name: 'large', files })
    for (const path of pathsOf('large').slice(0, 2)) {
      const { status, body } = await server.call(path)
      expect([status, body.code]).toEqual([413, 'registry.too-large'])
    }
    const zip = await server.request(`${base}/skills/large/.well-known/agent-skills/large.zip`)
    expect(zip.status).toBe(200)
  })

  it('records who took a skill, once for a skill and not for a check', async () => {
    await addSkill(server, { name: 'a', ...filesOfEveryKind })
    const zip = await server.request(`${base}/.well-known/agent-skills/a.zip`)
    const headers = { 'if-none-match': zip.headers.get('etag') ?? '' }
    await server.request(`${base}/.well-known/agent-skills/a.zip`, { headers })
    await server.request(`${base}/.well-known/agent-skills/a.zip`, { method: 'HEAD' })
    await server.request(`${base}/.well-known/skills/a/scripts/run.sh`)
    const { body } = await server.call<{ items: { action: string; details: object }[] }>(
      '/api/v1/audit?limit=200',
    )
    const taken = body.items.filter(({ action }) => action === 'skill-exported')
    expect(taken.map(({ details }) => details)).toEqual([
      expect.objectContaining({ slug: 'a', via: 'registry' }),
    ])
  })
})

describe('a key in the address of the registry', () => {
  const at = (key: string, path = '/.well-known/agent-skills/index.json') =>
    server.call<ProblemBody & Index>(`${base}/k/${key}${path}`, { key: null })

  it('lets clients in that send no credentials, and is in the addresses that they get', async () => {
    const { key } = await server.addMember('member', ['skills.read'])
    await addSkill(server, { name: 'a' })
    expect(namesIn((await at(key)).body)).toEqual(['a'])
    const { body } = await server.call<RegistryFoundBody>(`${base}/k/${key}/api/search?q=invoice`, {
      key: null,
    })
    expect(body.skills[0]?.source).toBe(`http://localhost${base}/k/${key}/skills/a`)
  })

  it('has to be one that may only read skills', async () => {
    for (const [role, scopes] of [
      ['owner', undefined],
      ['member', ['skills.read', 'skills.write']],
    ] as const) {
      const { key } = await server.addMember(role, scopes)
      const { status, body } = await at(key)
      expect([status, body.code]).toEqual([403, 'auth.key-too-wide'])
    }
  })

  it('counts alone, opens nothing else, and is forgeable no more than elsewhere', async () => {
    const { key } = await server.addMember('member', ['skills.read'])
    const forged = await server.call(`${base}/k/rep_forged/api/v1/skills`)
    expect([forged.status, forged.body.code]).toEqual([401, 'auth.invalid'])
    expect((await server.call(`${base}/k//api/v1/skills`)).status).toBe(401)
    for (const path of [`/api/v1/k/${key}/skills`, `${base}/k/${key}`, `/api/v1/skills/k/${key}`]) {
      expect((await server.request(path, { key: null })).status).not.toBe(200)
    }
    const outside = await server.request(`${base}/k/${key}/../../../skills`, { key: null })
    expect(outside.status).toBe(401)
  })

  it('is in no log line and no audit entry', async () => {
    const { key } = await server.addMember('member', ['skills.read'])
    await addSkill(server, { name: 'a' })
    await at(key)
    await at(key, '/api/download/repertoire/skills/a')
    await at(key, '/nothing')
    await at(`${key.slice(0, -1)}x`)
    expect(server.logged()).toContain(`${base}/.well-known/agent-skills/index.json`)
    const audit = await server.request('/api/v1/audit?limit=200')
    const secret = key.slice('rep_0123456789_'.length, -1)
    expect(`${server.logged()}${await audit.text()}`).not.toContain(secret)
  })
})
