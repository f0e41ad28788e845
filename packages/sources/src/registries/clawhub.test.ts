import { createHash } from 'node:crypto'
import { manifestOf } from '@repertoire/core/ingest'
import { clawHubHash } from '@repertoire/core/report'
import { writeSkillZip } from '@repertoire/skill-md/zip'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  collect,
  type LoopbackServer,
  loopbackFetch,
  problemOf,
  startLoopbackServer,
  textsOf,
} from '../testing/loopback-server.ts'
import { skillMdOf } from '../testing/skill-archives.ts'
import { createClawHubRegistry } from './clawhub.ts'
import { createRegistryReader } from './registry-source.ts'

let server: LoopbackServer
beforeEach(async () => {
  server = await startLoopbackServer()
})
afterEach(() => server.close())

const signal = new AbortController().signal
const registry = () =>
  createClawHubRegistry({ fetch: loopbackFetch, baseUrl: server.url, token: null })
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const packageFiles = (texts: Record<string, string>) =>
  Object.entries(texts).map(([path, text]) => {
    return { path, bytes: new TextEncoder().encode(text), executable: false }
  })
const hashOf = (files: ReturnType<typeof packageFiles>) =>
  clawHubHash(manifestOf(files, sha256), sha256)
const skill = {
  slug: 'notes',
  displayName: 'Notes',
  summary: 'Takes notes.',
  stats: { downloads: 7 },
}

/** Publishes a version, with what its API says of it. */
function publish(texts: Record<string, string>, extra: Record<string, unknown> = {}) {
  const { version = '1.0.0', license, moderation = null, listed, resolved, ...install } = extra
  const latestVersion = { version, license }
  server.served.set('/api/v1/skills/notes', { skill, latestVersion, moderation })
  server.served.set('/api/v1/skills/notes/install', {
    ok: true,
    installKind: 'archive',
    ...install,
  })
  server.served.set('/api/v1/download', writeSkillZip('notes', packageFiles(texts)))
  const files = Object.entries(texts).map(([path, text]) => ({ path, sha256: sha256(text) }))
  server.served.set(`/api/v1/skills/notes/versions/${version}`, {
    version: { version, files: listed === undefined ? files : listed },
  })
  server.served.set('/api/v1/resolve', { match: resolved ?? null, latestVersion })
}

const texts = { 'SKILL.md': skillMdOf('notes'), 'scripts/a.py': 'print(1)' }

describe('A11: a registry of the ClawHub shape', () => {
  it('searches, lists and describes', async () => {
    server.served.set('/api/v1/search', {
      results: [{ ...skill, ownerHandle: 'ann', downloads: 5, score: 1 }, { slug: '..' }, null],
    })
    server.served.set('/api/v1/skills', { items: [skill], nextCursor: null })
    publish(texts)
    const query = { query: 'notes', limit: 10, signal }
    const [found] = await registry().search(query)
    expect(found).toMatchObject({ id: 'ann/notes', source: 'ann', installs: 5, name: 'Notes' })
    expect(await registry().trending({ limit: 10, signal })).toMatchObject([
      { id: 'notes', description: 'Takes notes.', installs: 7 },
    ])
    expect(await registry().metadata('ann/notes', signal)).toMatchObject({ id: 'ann/notes' })
    expect(server.requests).toContain('GET /api/v1/skills/notes?ownerHandle=ann')
  })

  it('finds the API at another address, which gets no token', async () => {
    const api = await startLoopbackServer()
    try {
      server.served.set('/.well-known/clawhub.json', { apiBase: `${api.url}/` })
      api.served.set('/api/v1/skills', { items: [skill] })
      const options = { fetch: loopbackFetch, baseUrl: server.url, token: 'secret' }
      const hub = createClawHubRegistry(options)
      expect(await hub.trending({ limit: 10, signal })).toHaveLength(1)
      expect(server.headers[0]?.authorization).toBe('Bearer secret')
      expect(api.headers[0]?.authorization).toBeUndefined()
    } finally {
      await api.close()
    }
  })

  it('checks each file against the digests of the version, and leaves out others', async () => {
    const extra = { ...texts, '_meta.json': '{}' }
    publish(extra)
    const listed = Object.entries(texts).map(([path, text]) => ({ path, sha256: sha256(text) }))
    publish(extra, { listed })
    const fetched = await registry().fetch('notes', signal)
    expect(fetched.files.map(({ path }) => path)).toEqual(['SKILL.md', 'scripts/a.py'])
    expect(fetched.diagnostics?.map(({ code }) => code)).toEqual(['registry.unlisted-files'])
    publish(texts, { listed: [{ path: 'SKILL.md', sha256: sha256('other') }] })
    const other = await problemOf(registry().fetch('notes', signal))
    expect(other.code).toBe('registry.hash-mismatch')
    publish(texts, { listed: [...listed, { path: 'missing.md', sha256: sha256('x') }] })
    const missing = await problemOf(registry().fetch('notes', signal))
    expect(missing.code).toBe('registry.hash-mismatch')
  })

  it('checks the whole by the hash that the registry resolves, where it lists no files', async () => {
    publish(texts, { listed: null, resolved: { version: '1.0.0' } })
    expect((await registry().fetch('notes', signal)).files).toHaveLength(2)
    const hash = hashOf(packageFiles(texts))
    expect(server.requests.at(-1)).toBe(`GET /api/v1/resolve?slug=notes&hash=${hash}`)
    publish(texts, { listed: null, resolved: { version: '0.9.0' } })
    const problem = await problemOf(registry().fetch('notes', signal))
    expect(problem.code).toBe('registry.hash-mismatch')
  })

  it('computes the hash over sorted lines, without dot files and the card of the registry', () => {
    const all = { ...texts, '.clawhub/origin.json': '{}', 'skill-card.md': 'x', 'a/.b/c': 'x' }
    const lines = [
      `SKILL.md:${sha256(texts['SKILL.md'])}`,
      `scripts/a.py:${sha256(texts['scripts/a.py'])}`,
    ]
    expect(hashOf(packageFiles(all))).toBe(sha256(lines.join('\n')))
  })

  it('refuses what the registry found malicious, and marks what it finds suspicious', async () => {
    const malicious = { verdict: 'malicious', summary: 'Steals\u001b[2J keys' }
    publish(texts, { moderation: malicious })
    const problem = await problemOf(registry().fetch('notes', signal))
    expect(problem).toMatchObject({ code: 'registry.malicious', kind: 'forbidden' })
    expect(problem.message).toContain('Steals [2J keys')
    expect(server.requests.some((line) => line.includes('download'))).toBe(false)
    publish(texts, { moderation: { isMalwareBlocked: true } })
    expect((await problemOf(registry().fetch('notes', signal))).code).toBe('registry.malicious')
    publish(texts, { moderation: { verdict: 'suspicious' } })
    const { diagnostics } = await registry().fetch('notes', signal)
    expect(diagnostics?.map(({ code }) => code)).toEqual(['registry.suspicious'])
  })

  it('says where a skill is kept that the registry does not give out', async () => {
    const github = { repo: 'ann/notes', commit: 'abc', path: 'skills/notes' }
    publish(texts, { installKind: 'github', github })
    const kept = await problemOf(registry().fetch('notes', signal))
    expect(kept).toMatchObject({ code: 'registry.unsupported' })
    expect(kept.hint).toContain('ann/notes')
    publish(texts, { ok: false, reason: 'removed', message: 'It is gone.' })
    const gone = await problemOf(registry().fetch('notes', signal))
    expect(gone.message).toContain('It is gone.')
  })
})

describe('A9: a source of skills from ClawHub', () => {
  const open = (skills: readonly string[], knownVersion: string | null = null) =>
    createRegistryReader({ fetch: loopbackFetch }).open({
      config: { kind: 'clawhub', baseUrl: server.url, skills },
      ...{ token: null, knownVersion, signal },
    })

  it('reads versions first, and files only when they are asked for', async () => {
    publish(texts)
    const first = await open(['notes', 'gone'])
    if (first.status === 'unchanged') throw new Error('it is unchanged')
    expect(first.entries).toEqual([{ id: 'notes', token: 'version:1.0.0' }])
    expect(server.requests.some((line) => line.includes('download'))).toBe(false)
    expect(textsOf((await collect(first.read(['notes'])))[0])).toEqual(texts)
    expect(await open(['notes', 'gone'], first.version)).toEqual({ status: 'unchanged' })
    publish(texts, { version: '1.1.0' })
    expect(await open(['notes'], first.version)).toMatchObject({ status: 'changed' })
  })

  it('gives the licence that the registry states, and none where it states none', async () => {
    const licenceOf = async () => {
      const source = await open(['notes'])
      if (source.status === 'unchanged') throw new Error('it is unchanged')
      const [item] = await collect(source.read(['notes']))
      return item?.problem ? item.problem.code : item?.registryLicence
    }
    publish(texts, { license: 'MIT-0' })
    expect(await licenceOf()).toBe('MIT-0')
    for (const license of [null, undefined, 7, 'x'.repeat(300)]) {
      publish(texts, { license })
      expect(await licenceOf()).toBe('')
    }
  })

  it('has a problem for a skill that is found malicious', async () => {
    publish(texts, { moderation: { verdict: 'malicious' } })
    const source = await open(['notes'])
    if (source.status === 'unchanged') throw new Error('it is unchanged')
    const [item] = await collect(source.read(['notes']))
    expect(item?.problem?.code).toBe('source.malicious')
  })
})
