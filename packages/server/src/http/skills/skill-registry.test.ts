import type {
  CatalogWaiting,
  RegistryLists,
  RegistryMetadata,
  SkillBody,
  SourceBody,
} from '@repertoire/protocol'
import { createRegistryConnector } from '@repertoire/sources'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSourceReaders, httpReaders } from '../../ingestion/sources/source-readers.ts'
import { createOutboundServers, type OutboundServers } from '../../testing/outbound-servers.ts'
import { addSkill } from '../../testing/registry-fixtures.ts'
import { createSourceServer } from '../../testing/source-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { type ListeningServer, listen } from '../listening/listen.ts'

/** One Repertoire is the registry of another. */
let upstream: TestServer
let listening: ListeningServer
let servers: OutboundServers
let here: Awaited<ReturnType<typeof createSourceServer>>
let registry: string
let token: string

const api = '/api/v1/skills/registry'
const runbook = 'repertoire/skills/postgres-runbook'

beforeEach(async () => {
  upstream = await createTestServer()
  await addSkill(upstream, { name: 'postgres-runbook', body: 'Look at pg_stat_activity.\n' })
  await addSkill(upstream, { name: 'release-notes', body: 'Write them.\n' })
  listening = await listen(upstream.http, { host: '127.0.0.1', port: 0 })
  const host = `127.0.0.1:${listening.port}`
  registry = `http://${host}/api/v1/registry`
  token = (await upstream.addMember('member', ['skills.read'])).key
  servers = createOutboundServers()
  const fetch = servers.guard(host)
  here = await createSourceServer({
    sourceReader: createSourceReaders(httpReaders({ fetch })),
    openRegistry: createRegistryConnector({ fetch }),
  })
})
afterEach(async () => {
  await servers.close()
  await listening.close(0)
})

const connect = (change: object = {}) =>
  here.call<SourceBody>('/api/v1/skills/sources', {
    body: { source_type: 'marketplace', config: { base_url: registry }, token, ...change },
  })

describe('A11: a registry among the sources', () => {
  it.each(['search?q=x', 'trending', 'metadata?id=a/b/c'])(
    'is off until one is connected, which %s says with what to do',
    async (path) => {
      const off = await here.call<{ code: string; hint: string }>(`${api}/${path}`)
      expect([off.status, off.body.code]).toEqual([409, 'registry.off'])
      expect(off.body.hint).toContain('/api/v1/skills/sources')
      await connect({ enabled: false })
      expect((await here.call(`${api}/${path}`)).status).toBe(409)
    },
  )

  it('is searched, listed and looked into, and nothing of it is kept by that', async () => {
    const source = (await connect()).body
    const found = await here.call<RegistryLists>(`${api}/search?q=postgres`)
    expect(found.status).toBe(200)
    expect(found.body).toMatchObject({
      registry: { source_id: source.id, base_url: registry },
      skills: [{ id: runbook, slug: 'postgres-runbook', state: 'available', skill_id: null }],
    })
    const trending = await here.call<RegistryLists>(`${api}/trending?limit=5`)
    expect(trending.body.skills.map(({ slug }) => slug).toSorted()).toEqual([
      ...['postgres-runbook', 'release-notes'],
    ])
    const looked = await here.call<RegistryMetadata>(`${api}/metadata?id=${runbook}&package=true`)
    expect(looked.body).toMatchObject({
      skill: { id: runbook, state: 'available' },
      package: {
        verdict: 'clean',
        licence: null,
        asks: { scripts: [] },
        files: [{ path: 'SKILL.md' }],
      },
    })
    const skills = await here.call<{ items: object[] }>('/api/v1/skills')
    expect(skills.body.items).toEqual([])
  })

  it('A9, A11: POST /skills takes a skill from it by its address, and document A’s body is enough', async () => {
    await connect()
    const body = { source_type: 'marketplace', source_url: `${registry}/api/v1/skills/${runbook}` }
    const held = await here.call<{ code: string; details: { arrival_id: string } }>(
      '/api/v1/skills',
      { body },
    )
    // Without a licence somebody has to read it first.
    expect([held.status, held.body.code]).toEqual([409, 'arrival.needs-reading'])
    const state = async () =>
      (await here.call<RegistryLists>(`${api}/search?q=postgres`)).body.skills[0]
    const { arrival_id } = held.body.details
    expect(await state()).toMatchObject({ state: 'waiting', arrival_id })
    expect(await state()).toMatchObject({ skill_id: null })
  })

  it('A11: what is clean and licensed is installed, switched off', async () => {
    await connect()
    await addSkill(upstream, { name: 'licensed', body: 'Do it.\n', frontmatter: 'license: MIT' })
    const body = {
      source_type: 'marketplace',
      source_url: `${registry}/repertoire/skills/licensed`,
    }
    const made = await here.call<SkillBody>('/api/v1/skills', { body })
    expect([made.status, made.body.enabled, made.body.provenance]).toEqual([201, false, 'catalog'])
  })

  it.each([
    ...[{ scope: 'user' }, { name: 'Mine' }, { slug: 'mine' }, { description: 'Mine.' }],
    ...[{ version: '2' }, { author: 'me' }, { tags: ['mine'] }],
  ])('A8, A9: is never taken otherwise than somebody asked for: %o', async (asked) => {
    await connect()
    const source_url = `${registry}/api/v1/skills/${runbook}`
    const body = { source_type: 'marketplace', source_url, ...asked }
    const refused = await here.call<{ code: string; message: string }>('/api/v1/skills', { body })
    expect([refused.status, refused.body.code]).toEqual([400, 'request.invalid'])
    expect(refused.body.message).toContain(Object.keys(asked)[0])
  })

  it('A13: for a member it waits', async () => {
    await connect()
    const { key } = await here.addMember('member')
    const body = { source_type: 'marketplace', source_url: `${registry}/${runbook}` }
    const asked = await here.call<CatalogWaiting>('/api/v1/skills', { key, body })
    expect([asked.status, asked.body.state]).toEqual([202, 'held'])
  })

  it('asks no address that is not one of its sources', async () => {
    await connect()
    const body = { source_type: 'marketplace', source_url: 'https://other.example/a/b/c' }
    const refused = await here.call<{ code: string }>('/api/v1/skills', { body })
    expect([refused.status, refused.body.code]).toEqual([400, 'registry.unknown-address'])
  })
})
