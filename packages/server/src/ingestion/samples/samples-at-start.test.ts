import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SkillPage, SourceBody, SourceItemPage, SourceList } from '@repertoire/protocol'
import { createSampleReader } from '@repertoire/sources'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { samplesFolder } from '../../platform/system/default-folders.ts'
import { base64, createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'
import { bringSamplesAtStart } from './samples-at-start.ts'

const sources = '/api/v1/skills/sources'
const samples = `${sources}/src_samples`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repertoire-samples-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function openServer(from = samplesFolder): Promise<TestServer> {
  return createTestServer({ sourceReader: createSampleReader({ folder: from, version: '1' }) })
}

async function start(server: TestServer, from: string | undefined = samplesFolder): Promise<void> {
  const { app, tenantId, store } = server
  const owner = (await store.tenant(tenantId).members.list())[0]!.id
  await bringSamplesAtStart(app, { tenantId, owner, folder: from })
}

async function skillsOf(server: TestServer, query = '') {
  return (await server.call<SkillPage>(`/api/v1/skills?limit=200${query}`)).body.items
}

const slugs = [
  ...['sample-code-review', 'sample-data-quality-check', 'sample-incident-updates'],
  ...['sample-postgres-health-triage', 'sample-release-notes', 'sample-skill-writing'],
]

async function importSkill(server: TestServer, name: string) {
  const files = [{ path: 'SKILL.md', content_base64: base64(skillMd(name)) }]
  const body = { scope: 'org', items: [{ path: name, files }] }
  expect((await server.call('/api/v1/imports', { body })).status).toBe(200)
}

describe('A9: the skills that ship with the server, at its first start', () => {
  it('come in switched on, for everybody, as a source of their own', async () => {
    const server = await openServer()
    await start(server)
    const list = (await server.call<SourceList>(sources)).body.items
    expect(list).toEqual([expect.objectContaining({ name: 'Samples', source_type: 'samples' })])
    expect(list[0]).toMatchObject({ last_sync_status: 'ok', counts: { total: 6, added: 6 } })
    const skills = await skillsOf(server, '&source_id=src_samples')
    expect(skills.map(({ slug }) => slug)).toEqual(slugs)
    for (const skill of skills) {
      expect(skill).toMatchObject({ scope: 'org', enabled: true, source_id: 'src_samples' })
    }
    expect(skills[0]?.name).toBe('code-review')
    const { held } = list[0]!.counts!
    expect([held, (await skillsOf(server)).length]).toEqual([0, 6])
  })

  it('come in once, and not into a library that has skills, or had some', async () => {
    const server = await openServer()
    await start(server)
    const before = await skillsOf(server)
    await start(server)
    expect(await skillsOf(server)).toEqual(before)
    const used = await openServer()
    await importSkill(used, 'own')
    await start(used)
    expect((await skillsOf(used)).map(({ slug }) => slug)).toEqual(['own'])
  })

  it('are not there when nobody wants them, or their folder is missing, which is said in one line', async () => {
    const server = await openServer(join(folder, 'nowhere'))
    const { app, tenantId } = server
    await bringSamplesAtStart(app, { tenantId, owner: 'usr_owner' as never, folder: undefined })
    expect((await server.call<SourceList>(sources)).body.items).toEqual([])
    const before = server.logged()
    await start(server, join(folder, 'nowhere'))
    expect(server.logged().slice(before.length)).toMatch(/^\{[^\n]*there are no samples[^\n]*\n$/)
    expect((await server.call<SourceList>(sources)).body.items).toEqual([])
  })

  it('a broken one is logged and skipped, the others come in', async () => {
    cpSync(join(samplesFolder, 'code-review'), join(folder, 'code-review'), { recursive: true })
    mkdirSync(join(folder, 'broken'))
    writeFileSync(join(folder, 'broken/SKILL.md'), Buffer.from([0xff, 0xfe, 0x00]))
    mkdirSync(join(folder, 'empty'))
    const server = await openServer(folder)
    await start(server, folder)
    expect((await skillsOf(server)).map(({ slug }) => slug)).toEqual(['sample-code-review'])
    expect((await server.call<SourceBody>(samples)).body.last_sync_status).toBe('partial')
    expect(server.logged()).toMatch(/"sample":"broken".*a sample is broken/)
    expect(server.logged()).toMatch(/"sample":"empty".*a sample is broken/)
  })

  it('leave their plain slugs to people, whoever comes first', async () => {
    const server = await openServer()
    await start(server)
    await importSkill(server, 'code-review')
    const found = (await skillsOf(server)).map(({ slug }) => slug)
    expect(found).toEqual(['code-review', ...slugs])
    const mine = (await skillsOf(server))[0]!
    expect(mine).toMatchObject({ provenance: 'imported', name: 'code-review' })
    await server.call(samples, { method: 'DELETE' })
    await server.call(`${samples}/restore`, { method: 'POST' })
    const after = await skillsOf(server)
    expect([after.length, after[0]?.id]).toEqual([7, mine.id])
  })

  it('a person’s skill takes over even the slug that a sample has', async () => {
    const server = await openServer()
    await start(server)
    await importSkill(server, 'sample-code-review')
    const [skill] = await skillsOf(server)
    expect(skill).toMatchObject({ slug: 'sample-code-review', provenance: 'imported' })
    expect((await server.call(samples, { method: 'DELETE' })).status).toBe(204)
    expect((await skillsOf(server)).map(({ slug }) => slug)).toEqual(['sample-code-review'])
  })
})

describe('A9: removing the samples', () => {
  it('takes them all, for good, and brings all back with their ids and history', async () => {
    const server = await openServer()
    await start(server)
    const before = (await skillsOf(server)).map(({ id, slug }) => ({ id, slug }))
    for (const _ of ['once', 'again']) {
      expect((await server.call(samples, { method: 'DELETE' })).status).toBe(204)
      expect(await skillsOf(server)).toEqual([])
      expect((await server.call<SourceBody>(samples)).body.enabled).toBe(false)
    }
    await start(server)
    expect(await skillsOf(server)).toEqual([])
    for (const _ of ['once', 'again']) {
      const restored = await server.call<SourceBody>(`${samples}/restore`, { method: 'POST' })
      expect([restored.status, restored.body.enabled]).toEqual([200, true])
      const after = (await skillsOf(server)).map(({ id, slug }) => ({ id, slug }))
      expect(after).toEqual(before)
    }
    const revisions = await server.call<{ items: unknown[] }>(
      `/api/v1/skills/${before[0]!.id}/revisions`,
    )
    expect(revisions.body.items).toHaveLength(1)
    const items = (await server.call<SourceItemPage>(`${samples}/items`)).body.items
    expect(items.map(({ skill_id: id }) => id)).toEqual(before.map(({ id }) => id))
  })

  it('leaves a sample that somebody edited', async () => {
    const server = await openServer()
    await start(server)
    const [first] = await skillsOf(server)
    const edit = { description: 'Reviews our code. Use when asked.' }
    await server.call(`/api/v1/skills/${first!.id}`, { method: 'PUT', body: edit })
    await server.call(samples, { method: 'DELETE' })
    expect((await skillsOf(server)).map(({ id }) => id)).toEqual([first!.id])
  })

  it('restores nothing but samples, and nobody adds a second source of them', async () => {
    const server = await openServer()
    const restored = await server.call(`${samples}/restore`, { method: 'POST' })
    expect([restored.status, restored.body.code]).toEqual([404, 'source.not-found'])
    const body = { name: 'Mine', source_type: 'samples', config: {} }
    expect((await server.call(sources, { body })).body.code).toBe('source.invalid')
  })
})
