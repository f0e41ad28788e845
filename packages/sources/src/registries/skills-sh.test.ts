import { createHash } from 'node:crypto'
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
import { createRegistryReader } from './registry-source.ts'
import { createSkillsShRegistry } from './skills-sh.ts'

let server: LoopbackServer
beforeEach(async () => {
  server = await startLoopbackServer()
})
afterEach(() => server.close())

const signal = new AbortController().signal
const registry = (token: string | null = null) =>
  createSkillsShRegistry({ fetch: loopbackFetch, baseUrl: `${server.url}/`, token })
const files = { 'SKILL.md': skillMdOf('triage'), 'references/a.md': 'A' }
const listed = (texts: Record<string, string> = files) =>
  Object.entries(texts).map(([path, contents]) => ({ path, contents }))
/** As skills.sh computes it. */
const hashOf = (texts: Record<string, string> = files) => {
  const hash = createHash('sha256')
  const paths = Object.keys(texts).sort((one, other) => one.localeCompare(other))
  for (const path of paths) hash.update(path).update(texts[path] ?? '')
  return hash.digest('hex')
}
const open = (skills: readonly string[], knownVersion: string | null = null) =>
  createRegistryReader({ fetch: loopbackFetch }).open({
    config: { kind: 'marketplace', baseUrl: server.url, skills },
    ...{ token: null, knownVersion, signal },
  })

describe('A11: a registry of the skills.sh shape', () => {
  it('searches on the public path, and on the newer one with a token', async () => {
    server.served.set('/api/search', {
      skills: [
        {
          id: 'acme/ops/triage',
          skillId: 'triage',
          name: 'Triage',
          source: 'acme/ops',
          installs: 3,
        },
        { id: 'forms', name: 'forms', source: 'acme/tax' },
      ],
    })
    const found = await registry().search({ query: 'slow db & co', limit: 5, signal })
    expect(server.requests).toEqual(['GET /api/search?q=slow+db+%26+co&limit=5'])
    expect(found).toEqual([
      {
        ...{ id: 'acme/ops/triage', slug: 'triage', name: 'Triage', description: '' },
        ...{ source: 'acme/ops', installs: 3, url: null },
      },
      {
        ...{ id: 'acme/tax/forms', slug: 'forms', name: 'forms', description: '' },
        ...{ source: 'acme/tax', installs: null, url: null },
      },
    ])
    const data = [{ slug: 'triage', source: 'acme/ops', url: 'https://example.org/triage' }]
    server.served.set('/api/v1/skills/search', { data, pagination: {} })
    const newer = await registry('secret').search({ query: 'x', limit: 5, signal })
    expect(newer).toMatchObject([{ id: 'acme/ops/triage', url: 'https://example.org/triage' }])
    expect(server.headers.at(-1)?.authorization).toBe('Bearer secret')
  })

  it('gives the licence that the registry states', async () => {
    server.served.set('/api/download/acme/ops/triage', {
      ...{ files: listed(), hash: hashOf(), license: 'Apache-2.0' },
    })
    const found = await registry().fetch('acme/ops/triage', signal)
    expect(found.licence).toBe('Apache-2.0')
  })

  it('A9: as a source without a list of skills: what is trending, and what was taken before', async () => {
    server.served.set('/api/v1/skills', { data: [{ slug: 'a', source: 'o/r' }] })
    for (const slug of ['a', 'old']) {
      const texts = { 'SKILL.md': skillMdOf(slug) }
      server.served.set(`/api/download/o/r/${slug}`, { files: listed(texts), hash: hashOf(texts) })
    }
    const opened = await createRegistryReader({ fetch: loopbackFetch }).open({
      config: { kind: 'marketplace', baseUrl: server.url, skills: [] },
      ...{ token: null, knownVersion: null, takenIds: ['o/r/old', 'o/r/gone'], signal },
    })
    const entries = opened.status === 'changed' ? opened.entries.map(({ id }) => id) : []
    expect(entries).toEqual(['o/r/a', 'o/r/old'])
    expect(server.requests[0]).toBe('GET /api/v1/skills?view=trending&per_page=100')
  })

  it('lists what is trending, and says when that needs a token', async () => {
    const data = [
      { slug: 'a', source: 'o/r' },
      { slug: 'b', source: 'o/r', installs: 9 },
    ]
    server.served.set('/api/v1/skills', { data })
    expect(await registry().trending({ limit: 1, signal })).toMatchObject([{ id: 'o/r/a' }])
    expect(server.requests).toEqual(['GET /api/v1/skills?view=trending&per_page=1'])
    server.served.set('/api/v1/skills', (_request, response) => {
      response.writeHead(401).end('{"error":"unauthorized"}')
    })
    expect(await problemOf(registry().trending({ limit: 1, signal }))).toMatchObject({
      code: 'registry.token-required',
    })
  })

  it('fetches files and checks their hash', async () => {
    server.served.set('/api/download/acme/ops/triage', { files: listed(), hash: hashOf() })
    const fetched = await registry().fetch('acme/ops/triage', signal)
    expect(textsOf({ id: 'x', licences: [], diagnostics: [], ...fetched })).toEqual(files)
    expect(fetched.hash).toMatch(/^sha256:[0-9a-f]{64}$/)
    server.served.set('/api/download/acme/ops/triage', {
      files: listed(),
      hash: hashOf({ a: 'b' }),
    })
    const problem = await problemOf(registry().fetch('acme/ops/triage', signal))
    expect(problem.code).toBe('registry.hash-mismatch')
  })

  it('says that a token is refused or missing, not that there is no such skill', async () => {
    const refuse = (_request: unknown, response: { writeHead(code: number): { end(): void } }) =>
      response.writeHead(401).end()
    server.served.set('/api/v1/skills/acme/ops/triage', refuse)
    const missing = await problemOf(registry().fetch('acme/ops/triage', signal))
    expect(missing.code).toBe('registry.not-found')
    const revoked = await problemOf(registry('revoked').fetch('acme/ops/triage', signal))
    expect(revoked.code).toBe('registry.token-required')
    server.served.set('/api/download/acme/ops/triage', refuse)
    const closed = await problemOf(registry().fetch('acme/ops/triage', signal))
    expect(closed.code).toBe('registry.token-required')
    const skills = ['acme/ops/triage', 'acme/ops/other']
    server.served.set('/api/v1/skills/acme/ops/other', refuse)
    const config = { kind: 'marketplace', baseUrl: server.url, skills } as const
    const source = createRegistryReader({ fetch: loopbackFetch })
    const opening = source.open({ config, token: 'revoked', knownVersion: null, signal })
    expect((await problemOf(opening)).code).toBe('source.token-required')
  })

  it('falls back to the newer path for files and metadata', async () => {
    const answer = { name: 'Triage', hash: hashOf(), files: listed(), url: 'javascript:alert(1)' }
    server.served.set('/api/v1/skills/acme/ops/triage', answer)
    expect((await registry().fetch('acme/ops/triage', signal)).files).toHaveLength(2)
    expect(await registry().metadata('acme/ops/triage', signal)).toMatchObject({
      ...{ id: 'acme/ops/triage', name: 'Triage', url: null },
    })
  })

  it.each([
    '../../admin/x',
    'acme/ops/../../x',
    'acme',
    '',
    'acme/ops/a\u001b[31m',
    'acme/ops/a/b/c/d',
    'acme/ops/%2e%2e',
    'acme/ops/a?x=1',
  ])('asks nothing for the id %j, and shows no control character', async (id) => {
    for (const attempt of [registry().fetch(id, signal), registry().metadata(id, signal)]) {
      const problem = await problemOf(attempt)
      expect(problem.code).toBe('registry.not-found')
      expect(problem.message).not.toMatch(/\p{C}/u)
    }
    expect(server.requests).toEqual([])
  })

  it('leaves out invalid results, strips control characters, and keeps invisible ones to be marked', async () => {
    const good = { id: 'o/r/a', name: 'A\u001b[31m\u200bB\u202e', source: 'o/r', installs: -1 }
    const skills: unknown[] = [null, 5, [], { id: 1 }, { id: '../x', source: 'o/r' }, good]
    server.served.set('/api/search', { skills })
    expect(await registry().search({ query: 'x', limit: 50, signal })).toMatchObject([
      { id: 'o/r/a', name: 'A [31m\u200bB\u202e', installs: null },
    ])
  })

  it.each([
    ['another type', '{"skills":"none"}'],
    ['no JSON', '<html>'],
    ['a deep document', `{"skills":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['too many results', `{"skills":[${Array(2000).fill('{}').join(',')}]}`],
  ])('refuses an answer with %s', async (_, text) => {
    server.served.set('/api/search', text)
    const problem = await problemOf(registry().search({ query: 'x', limit: 5, signal }))
    expect(problem.code).toBe('registry.invalid-answer')
  })

  it('refuses files that leave their folder or collide', async () => {
    for (const texts of [
      { 'SKILL.md': 'x', '../a': 'x' },
      { 'SKILL.md': 'x', 'skill.md': 'y' },
      { '/etc/passwd': 'x' },
    ]) {
      server.served.set('/api/download/o/r/a', { files: listed(texts as never), hash: null })
      expect((await problemOf(registry().fetch('o/r/a', signal))).code).toMatch(/^package\./)
    }
  })

  it('says how long to wait', async () => {
    server.served.set('/api/search', (_request, response) => {
      const retryAt = new Date(Date.now() + 3_600_000).toUTCString()
      response.writeHead(429, { 'retry-after': retryAt }).end()
    })
    const problem = await problemOf(registry().search({ query: 'x', limit: 5, signal }))
    expect(problem.code).toBe('registry.rate-limited')
    expect(problem.details?.retryAfterMs).toBeGreaterThan(3_500_000)
    expect(problem.details?.retryAfterMs).toBeLessThanOrEqual(3_600_000)
  })
})

describe('A9: a source of skills from a registry', () => {
  it('has the listed skills, unchanged until a file changes', async () => {
    server.served.set('/api/download/o/r/a', { files: listed(), hash: hashOf() })
    server.served.set('/api/download/o/r/b', { files: listed({ 'SKILL.md': 'b' }), hash: null })
    const first = await open(['o/r/a', 'o/r/b', 'o/r/a', 'o/r/gone'])
    if (first.status === 'unchanged') throw new Error('it is unchanged')
    expect(first.entries.map(({ id }) => id)).toEqual(['o/r/a', 'o/r/b'])
    const [item] = await collect(first.read(['o/r/a']))
    expect(textsOf(item)).toEqual(files)
    expect(await open(['o/r/a', 'o/r/b', 'o/r/gone'], first.version)).toEqual({
      status: 'unchanged',
    })
    server.served.set('/api/download/o/r/b', { files: listed({ 'SKILL.md': 'c' }), hash: null })
    const second = await open(['o/r/a', 'o/r/b'], first.version)
    if (second.status === 'unchanged') throw new Error('it is unchanged')
    expect(second.entries[0]).toEqual(first.entries[0])
    expect(second.entries[1]).not.toEqual(first.entries[1])
  })

  it('is never empty by mistake', async () => {
    expect((await problemOf(open(['o/r/gone']))).code).toBe('source.empty')
    server.served.set('/api/v1/skills', { data: [] })
    expect((await problemOf(open([]))).code).toBe('source.empty')
    server.served.set('/api/download/o/r/a', (_request, response) => response.writeHead(500).end())
    expect((await problemOf(open(['o/r/a']))).code).toBe('source.unreachable')
  })
})
