import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import type { PackageFile, SourceConfig } from '@repertoire/core/domain'
import { digestOf, manifestOf } from '@repertoire/core/ingest'
import type { OpenedSource, SourceReader } from '@repertoire/core/ports'
import type { CatalogBody, SourceBody } from '@repertoire/protocol'
import { writeSkillZip } from '@repertoire/skill-md/zip'
import {
  createRegistryReader,
  createSkillsShRegistry,
  createWellKnownReader,
} from '@repertoire/sources'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSourceReaders, httpReaders } from '../../ingestion/sources/source-readers.ts'
import { createOutboundServers, type OutboundServers } from '../../testing/outbound-servers.ts'
import { filesIn, realSkills, skillFolders } from '../../testing/real-skills.ts'
import { addSkill, filesOfEveryKind } from '../../testing/registry-fixtures.ts'
import { createSourceServer } from '../../testing/source-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { type ListeningServer, listen } from '../listening/listen.ts'

let upstream: TestServer
let listening: ListeningServer
let servers: OutboundServers
let registry: string
let indexAddress: string
let token: string
const { signal } = new AbortController()

beforeEach(async () => {
  upstream = await createTestServer()
  listening = await listen(upstream.http, { host: '127.0.0.1', port: 0 })
  servers = createOutboundServers()
  registry = `http://upstream.localhost:${listening.port}/api/v1/registry`
  indexAddress = `${registry}/.well-known/skills/index.json`
  token = (await upstream.addMember('member', ['skills.read'])).key
})
afterEach(async () => {
  await servers.close()
  await listening.close(0)
})

const guarded = () => servers.guard(`upstream.localhost:${listening.port}`)
const sha256 = (data: string | Uint8Array) => upstream.app.sha256(data)
const digestOfFiles = (files: readonly PackageFile[]) => digestOf(manifestOf(files, sha256), sha256)

function open(reader: SourceReader, config: SourceConfig, knownVersion: string | null = null) {
  return reader.open({ config, token, knownVersion, signal })
}

async function packagesOf(source: OpenedSource): Promise<Record<string, readonly PackageFile[]>> {
  if (source.status === 'unchanged') throw new Error('it is unchanged')
  const found: Record<string, readonly PackageFile[]> = {}
  for await (const item of source.read(source.entries.map(({ id }) => id))) {
    if (!item.files) throw new Error(JSON.stringify(item.problem))
    found[item.id] = item.files
  }
  return found
}

async function digests(): Promise<Record<string, string>> {
  const { tenantId, store } = upstream
  const viewer = (await store.tenant(tenantId).members.list())[0]?.id
  if (viewer === undefined) throw new Error('there is no member')
  const { items } = await store.tenant(tenantId).skills.list(viewer, {}, { limit: 200 })
  return Object.fromEntries(items.map(({ slug, head }) => [slug, head.digest]))
}

async function requestsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const before = upstream.logged().length
  await work()
  const lines = upstream.logged().slice(before).trim().split('\n')
  return lines.flatMap((line) => {
    const { msg, path, status } = JSON.parse(line)
    return msg === 'request' ? [`${path.replace('/api/v1/registry', '')} ${status}`] : []
  })
}

describe('one Repertoire is the source of another', () => {
  beforeEach(async () => {
    await addSkill(upstream, { name: 'alone' })
    await addSkill(upstream, { name: 'varied', ...filesOfEveryKind })
    const off = await addSkill(upstream, { name: 'off' })
    const path = `/api/v1/skills/${off.skill?.id}`
    await upstream.call(path, { method: 'PUT', body: { enabled: false } })
    await addSkill(upstream, { name: 'private', scope: 'user' })
  })

  it('A11: as a registry: it is searched and listed, and gives the same digests', async () => {
    const client = createSkillsShRegistry({ fetch: guarded(), baseUrl: registry, token })
    const found = await client.search({ query: 'invoice', limit: 10, signal })
    expect(found.map(({ slug }) => slug).toSorted()).toEqual(['alone', 'varied'])
    const trending = await client.trending({ limit: 10, signal })
    expect(trending.map(({ id }) => id).toSorted()).toEqual(found.map(({ id }) => id).toSorted())
    const there = await digests()
    for (const { id, slug } of found) {
      expect(await client.metadata(id, signal)).toMatchObject({
        id,
        slug,
        description: `Invoice work of ${slug}.`,
      })
      const { files, hash } = await client.fetch(id, signal)
      expect([slug, digestOfFiles(files), hash]).toEqual([slug, there[slug], there[slug]])
    }
    for (const hidden of ['off', 'private']) {
      await expect(client.fetch(`repertoire/skills/${hidden}`, signal)).rejects.toMatchObject({
        problem: { code: 'registry.not-found' },
      })
    }
  })

  it('A11: as a source of taken skills, with the same digests, unchanged until one changes', async () => {
    const skills = ['alone', 'varied', 'off'].map((name) => `repertoire/skills/${name}`)
    const config = { kind: 'marketplace', baseUrl: registry, skills } as const
    const reader = createRegistryReader({ fetch: guarded() })
    const source = await open(reader, config)
    const there = await digests()
    expect(
      Object.entries(await packagesOf(source)).map(([id, files]) => [id, digestOfFiles(files)]),
    ).toEqual([
      ['repertoire/skills/alone', there.alone],
      ['repertoire/skills/varied', there.varied],
    ])
    const version = source.status === 'changed' ? source.version : ''
    expect(await open(reader, config, version)).toEqual({ status: 'unchanged' })
    await addSkill(upstream, { name: 'alone', body: 'Otherwise.\n' })
    expect((await open(reader, config, version)).status).toBe('changed')
  })

  it('A9: as a marketplace by its base_url alone: it is browsed, installed off, and kept up to date', async () => {
    const host = `127.0.0.1:${listening.port}`
    const sourceReader = createSourceReaders(httpReaders({ fetch: servers.guard(host) }))
    const second = await createSourceServer({ sourceReader })
    const body = {
      source_type: 'marketplace',
      config: { base_url: `http://${host}/api/v1/registry` },
      token,
    }
    const source = await second.call<SourceBody>('/api/v1/skills/sources', { body })
    expect(source.status).toBe(201)
    expect(await second.sync(source.body.id)).toMatchObject({ last_sync_status: 'ok' })
    const browse = async () => {
      const { body: catalog } = await second.call<CatalogBody>('/api/v1/skills/catalog')
      return Object.fromEntries(catalog.items.map((item) => [item.path, item]))
    }
    const offered = await browse()
    expect(Object.keys(offered).toSorted()).toEqual([
      'repertoire/skills/alone',
      'repertoire/skills/varied',
    ])
    const skills = () => second.call<{ items: object[] }>('/api/v1/skills')
    expect((await skills()).body.items).toEqual([])
    const at = { source_id: source.body.id, path: 'repertoire/skills/alone' }
    const { digest } = offered[at.path] ?? {}
    await second.call('/api/v1/skills/catalog/install', { body: { ...at, digest } })
    const there = await digests()
    expect((await skills()).body.items).toMatchObject([
      { slug: 'alone', enabled: false, digest: there.alone, source_type: 'marketplace' },
    ])
    await addSkill(upstream, { name: 'alone', body: 'Otherwise.\n' })
    await second.sync(source.body.id)
    expect((await browse())[at.path]).toMatchObject({ installed: true, update_available: true })
    expect((await skills()).body.items).toMatchObject([{ digest: there.alone }])
  })

  it('A9: as a well-known index: byte for byte, executable bits too', async () => {
    const reader = createWellKnownReader({ fetch: guarded() })
    const source = await open(reader, { kind: 'well-known', url: registry })
    const packages = await packagesOf(source)
    const there = await digests()
    expect(Object.keys(packages).toSorted()).toEqual(['alone', 'varied'])
    for (const [name, files] of Object.entries(packages)) {
      expect([name, digestOfFiles(files)]).toEqual([name, there[name]])
    }
  })

  it('A9: as an index of version 0.1: byte for byte', async () => {
    const reader = createWellKnownReader({ fetch: guarded() })
    const packages = await packagesOf(await open(reader, { kind: 'well-known', url: indexAddress }))
    const contents = (name: string) =>
      Object.fromEntries((packages[name] ?? []).map(({ path, bytes }) => [path, sha256(bytes)]))
    const wanted = Object.entries(filesOfEveryKind.files).map(([path, text]) => [
      path,
      sha256(Buffer.from(text)),
    ])
    expect(contents('varied')).toMatchObject(Object.fromEntries(wanted))
    expect(Object.keys(packages).toSorted()).toEqual(['alone', 'varied'])
  })

  it.each(['', '/.well-known/skills/index.json', '/skills/alone'])(
    'an index that has not changed costs one request (%j)',
    async (path) => {
      const reader = createWellKnownReader({ fetch: guarded() })
      const config = { kind: 'well-known', url: `${registry}${path}` } as const
      const source = await open(reader, config)
      const version = source.status === 'changed' ? source.version : ''
      const requests = await requestsDuring(async () => {
        expect(await open(reader, config, version)).toEqual({ status: 'unchanged' })
      })
      expect(requests).toEqual([expect.stringMatching(/index\.json 304$/)])
    },
  )

  it('the skills that arrive at the second have the digests of the first', async () => {
    const second = await createTestServer()
    const reader = createWellKnownReader({ fetch: guarded() })
    const packages = await packagesOf(await open(reader, { kind: 'well-known', url: registry }))
    const there = await digests()
    for (const [name, files] of Object.entries(packages)) {
      const taken = files.map(({ path, bytes, executable }) => {
        return { path, executable, content_base64: Buffer.from(bytes).toString('base64') }
      })
      const answer = await second.call<{ results: { skill?: { digest?: string; id: string } }[] }>(
        '/api/v1/imports',
        { body: { items: [{ path: name, files: taken }] } },
      )
      const id = answer.body.results[0]?.skill?.id
      const { body } = await second.call<{ digest: string }>(`/api/v1/skills/${id}`)
      expect([name, body.digest]).toEqual([name, there[name]])
    }
  })

  it('nothing is given out without a key', async () => {
    const reader = createWellKnownReader({ fetch: guarded() })
    const config = { kind: 'well-known', url: registry } as const
    const without = reader.open({ config, token: null, knownVersion: null, signal })
    await expect(without).rejects.toMatchObject({
      problem: { code: 'source.not-found-or-private' },
    })
    const client = createSkillsShRegistry({ fetch: guarded(), baseUrl: registry, token: null })
    await expect(client.search({ query: 'invoice', limit: 5, signal })).rejects.toMatchObject({
      problem: { kind: 'forbidden' },
    })
  })
})

describe.skipIf(!existsSync(realSkills))('real skills (needs ../shared/data)', () => {
  it('A11: arrive from another server with their digests, by either way', async () => {
    for (const path of skillFolders(realSkills).filter((_, at) => at % 4 === 0)) {
      const name = relative(realSkills, path).replaceAll('/', '-')
      const body = new Uint8Array(writeSkillZip(name, filesIn(path, '')))
      await upstream.call('/api/v1/skills/import', {
        body,
        headers: { 'content-type': 'application/zip' },
      })
    }
    const there = await digests()
    const reader = createWellKnownReader({ fetch: guarded() })
    const packages = await packagesOf(await open(reader, { kind: 'well-known', url: registry }))
    const client = createSkillsShRegistry({ fetch: guarded(), baseUrl: registry, token })
    expect(Object.keys(packages).length).toBeGreaterThan(40)
    const differing: string[] = []
    for (const [name, files] of Object.entries(packages)) {
      if (digestOfFiles(files) !== there[name]) differing.push(name)
      const { hash } = await client.fetch(`repertoire/skills/${name}`, signal)
      if (hash !== there[name]) differing.push(`${name} (registry)`)
    }
    expect(differing).toEqual([])
    expect(Object.keys(there).filter((slug) => !packages[slug])).toEqual([])
  }, 60_000)
})
