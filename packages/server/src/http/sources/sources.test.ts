import type { ProblemBody, SourceBody, SourceItemPage, SourceList } from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSourceReaders, httpReaders } from '../../ingestion/sources/source-readers.ts'
import { createOutboundServers } from '../../testing/outbound-servers.ts'
import { cleanSkill, createSourceServer, type SourceServer } from '../../testing/source-fixtures.ts'

const path = '/api/v1/skills/sources'

let server: SourceServer
beforeEach(async () => {
  server = await createSourceServer()
})

describe('A10: sources over REST', () => {
  it('A10: one is added, read, listed, changed and removed, with the document’s fields', async () => {
    const body = {
      name: 'acme runbook skills',
      source_type: 'github',
      config: {
        ...{ repo: 'acme/runbooks', ref: 'main', path: 'skills' },
        ...{ sync_policy: 'auto', sync_interval_minutes: 360 },
      },
    }
    const added = await server.call<SourceBody & ProblemBody>(path, { body })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({
      ...{ ...body, enabled: true, review_policy: 'hold', has_token: false },
      ...{ last_sync_at: null, last_sync_status: 'never', last_sync_error: null },
    })
    expect(added.body.next_sync_at).not.toBeNull()
    const one = `${path}/${added.body.id}`
    expect((await server.call<SourceBody>(one)).body).toEqual(added.body)
    expect((await server.call<SourceList>(path)).body.items).toEqual([added.body])
    const change = { name: 'runbooks', enabled: false }
    const changed = await server.call<SourceBody>(one, { method: 'PUT', body: change })
    expect(changed.body).toMatchObject({ ...change, config: body.config, next_sync_at: null })
    expect((await server.call(one, { method: 'DELETE' })).status).toBe(204)
    expect((await server.call(one)).body.code).toBe('source.not-found')
    expect((await server.call<SourceList>(path)).body.items).toEqual([])
  })

  it('A9: a source needs no name, and has that of its address', async () => {
    const add = (body: object) => server.call<SourceBody & ProblemBody>(path, { body })
    const url = { source_type: 'url', config: { url: 'https://example.com/skill.md' } }
    const added = await add(url)
    expect([added.status, added.body.name]).toEqual([201, 'example.com skill.md'])
    expect((await add(url)).body.name).toBe('example.com/skill.md')
    expect((await add(url)).body.code).toBe('source.name-taken')
    const github = { source_type: 'github', config: { repo: 'acme/runbooks', path: 'skills' } }
    expect((await add(github)).body.name).toBe('acme/runbooks')
    expect((await add({ ...url, name: ' ' })).status).toBe(400)
    expect((await add({ source_type: 'url', config: { url: 'nowhere' } })).body.code).toBe(
      'source.invalid',
    )
  })

  it('A10: a change of a state that is old is refused, and so is a name that is taken', async () => {
    const { id, etag } = await server.addSource('one')
    await server.addSource('two')
    const put = (body: object, headers: Record<string, string> = {}) =>
      server.call(`${path}/${id}`, { method: 'PUT', body, headers })
    expect((await put({ name: 'two' })).body.code).toBe('source.name-taken')
    expect((await put({ enabled: false }, { 'if-match': etag })).status).toBe(200)
    expect((await put({ enabled: true }, { 'if-match': etag })).status).toBe(412)
  })

  it('A9: a repository is given by the short name of a host that the server knows', async () => {
    const gitHosts = { github: ['github.com', 'ghe.acme.example'], gitlab: ['gitlab.com'] }
    const own = await createSourceServer({ gitHosts })
    const config = { repo: 'ghe.acme.example/team/skills', path: 'skills' }
    expect(await own.addSource('ghe', { config })).toMatchObject({
      source_type: 'git',
      config: { url: 'https://ghe.acme.example/team/skills.git', path: 'skills' },
    })
    const body = { source_type: 'github', config }
    const refused = await server.call(path, { body })
    expect([refused.status, refused.body.code]).toEqual([400, 'source.invalid'])
  })

  it('A10: a sync is started, ends with its counts, and lists what it found', async () => {
    server.offer('tools', 'c0ffee', { 'skills/a': cleanSkill('a'), broken: { 'notes.txt': 'x' } })
    const { id } = await server.addSource('tools')
    const started = await server.call<SourceBody>(`${path}/${id}/sync`, { method: 'POST' })
    expect([started.status, started.body.last_sync_status]).toEqual([202, 'running'])
    const again = await server.call(`${path}/${id}/sync`, { method: 'POST' })
    expect([again.status, again.body.code]).toEqual([409, 'source.sync-running'])
    expect(again.body.details).toEqual({ until: started.body.sync_alive_until })
    expect(again.body.hint).toContain(`after ${started.body.sync_alive_until}`)
    await server.app.sources.idle()
    expect((await server.call<SourceBody>(`${path}/${id}`)).body).toMatchObject({
      ...{ last_sync_status: 'partial', source_version: 'c0ffee', progress: null },
      sync_alive_until: null,
      counts: { total: 2, added: 1, changed: 0, held: 1, missing: 0, failed: 1 },
    })
    const { items } = (await server.call<SourceItemPage>(`${path}/${id}/items`)).body
    expect(items.map((item) => [item.path, item.state, item.skill_id])).toEqual([
      ['broken', 'failed', null],
      ['skills/a', 'present', null],
    ])
    expect(items[0]?.problem?.code).toBeDefined()
  })

  it('A13: the skills of one source are listed, with and without search words', async () => {
    const of = (name: string) => cleanSkill(name, 'Look at postgres.')
    const one = await server.synced('one', { a: of('a'), b: of('b') })
    await server.synced('two', { c: of('c') })
    for (const waiting of ['a', 'b', 'c']) await server.approve(waiting)
    const slugs = async (query: string) => {
      const { body } = await server.call<{ items: { slug: string; source_id: string }[] }>(
        `/api/v1/skills?${query}`,
      )
      return body.items.map(({ slug }) => slug).toSorted()
    }
    expect(await slugs(`source_id=${one.id}`)).toEqual(['a', 'b'])
    expect(await slugs(`source_id=${one.id}&q=postgres`)).toEqual(['a', 'b'])
    expect(await slugs('source_id=src_none')).toEqual([])
  })

  it('A10: sync-stale starts only what was not synced within its interval', async () => {
    server.offer('old', 'one', { a: cleanSkill('a') })
    server.offer('off', 'one', { b: cleanSkill('b') })
    const old = await server.addSource('old')
    await server.addSource('off', { enabled: false })
    const stale = () =>
      server.call<{ started: string[]; running: string[] }>(`${path}/sync-stale`, {
        method: 'POST',
      })
    expect((await stale()).body).toEqual({ started: [old.id], running: [] })
    await server.app.sources.idle()
    expect((await stale()).body).toEqual({ started: [], running: [] })
    server.clock.advance(old.config.sync_interval_minutes * 60_000)
    expect((await stale()).body.started).toEqual([old.id])
    await server.app.sources.idle()
  })

  it('A10: cancelling what does not run changes nothing; a disabled source is not synced', async () => {
    const { id } = await server.addSource('one')
    const cancelled = await server.call<SourceBody>(`${path}/${id}/cancel`, { method: 'POST' })
    expect([cancelled.status, cancelled.body.last_sync_status]).toEqual([202, 'never'])
    await server.call(`${path}/${id}`, { method: 'PUT', body: { enabled: false } })
    const refused = await server.call(`${path}/${id}/sync`, { method: 'POST' })
    expect([refused.status, refused.body.code]).toEqual([409, 'source.disabled'])
  })

  it('A10: a source that cannot be reached keeps its status, its error and its skills', async () => {
    const { id } = await server.synced('one', { a: cleanSkill('a') })
    await server.approve('a')
    server.offer('one', 'two', {})
    const empty = await server.sync(id)
    expect([empty.last_sync_status, empty.last_sync_error?.code]).toEqual([
      'failed',
      'source.empty',
    ])
    const found = await server.call<{ items: { slug: string }[] }>('/api/v1/skills')
    expect(found.body.items.map(({ slug }) => slug)).toEqual(['a'])
  })
})

describe('A10: what a source may not do', () => {
  it.each([
    ['ext::sh -c touch% /tmp/x', 'git'],
    ['file:///etc', 'git'],
    ['ssh://git@git.example/x.git', 'git'],
    ['--upload-pack=touch', 'git'],
    ['http://169.254.169.254/latest', 'url'],
    ['http://10.0.0.1/SKILL.md', 'url'],
    ['https://user:secret@example.org/SKILL.md', 'url'],
    ['http://example.org', 'well-known'],
  ])('A10: no source is made of %s (%s), whoever changes it', async (url, source_type) => {
    const refused = await server.call(path, { body: { name: 'x', source_type, config: { url } } })
    expect([refused.status, refused.body.code]).toEqual([400, 'source.invalid'])
    const config = { url: 'https://example.org/SKILL.md' }
    const made = await server.call<SourceBody>(path, { body: { name: 'x', source_type, config } })
    const moved = { method: 'PUT', body: { config: { url } } }
    const change = await server.call<ProblemBody>(`${path}/${made.body.id}`, moved)
    expect(change.body.code).toBe('source.invalid')
  })

  it.each([
    'https://169.254.169.254/SKILL.md',
    'https://10.0.0.1/SKILL.md',
    'http://localhost:1/x',
  ])('A10: a sync connects to no address inside the network: %s', async (url) => {
    const outbound = createOutboundServers()
    const sourceReader = createSourceReaders(httpReaders({ fetch: outbound.guard('') }))
    const guarded = await createSourceServer({ sourceReader })
    const body = { name: 'x', source_type: 'url', config: { url } }
    const { id } = (await guarded.call<SourceBody>(path, { body })).body
    const synced = await guarded.sync(id)
    expect(synced).toMatchObject({
      last_sync_status: 'failed',
      last_sync_error: { code: 'source.address-refused' },
    })
    await outbound.close()
  })

  it.each([
    { repo: 'acme' },
    { repo: '../..' },
    { repo: 'https://evil.example/x' },
    { repo: 'acme/x', ref: '--all' },
    { repo: 'acme/x', path: '../other' },
    {},
  ])('D10: a repository is on github.com and named owner/name: %j', async (config) => {
    const refused = await server.call(path, { body: { name: 'x', source_type: 'github', config } })
    expect([refused.status, refused.body.code]).toEqual([400, 'source.invalid'])
  })

  it('A10: a token is in no answer, log, audit entry or list, and does not move with the address', async () => {
    const token = 'ghp_0123456789secret'
    const source = await server.addSource('private', { token })
    expect(source.has_token).toBe(true)
    server.offer('private', 'one', { a: cleanSkill('a') })
    await server.sync(source.id)
    expect(server.reader.asked.map((asked) => asked.token)).toEqual([token])
    const texts = await Promise.all(
      [path, `${path}/${source.id}`, '/api/v1/reviews', '/api/v1/audit'].map(async (one) =>
        (await server.request(one)).text(),
      ),
    )
    for (const text of [...texts, server.logged()]) expect(text).not.toContain(token)
    expect(texts.join()).toContain('source-created')
    const moved = { method: 'PUT', body: { config: { repo: 'evil/private' } } }
    const after = await server.call<SourceBody>(`${path}/${source.id}`, moved)
    expect(after.body).toMatchObject({ has_token: false, source_version: null })
  })

  it('A10: a member reads others’ sources without their errors, and changes none; nor does a read-only key', async () => {
    const { id } = await server.addSource('one')
    await server.sync(id)
    const member = await server.addMember('member')
    const reading = await server.addMember('admin', ['skills.read'])
    const seen = await server.call<SourceBody>(`${path}/${id}`, { key: member.key })
    expect(seen.body).toMatchObject({ last_sync_status: 'failed', last_sync_error: null })
    const body = { source_type: 'github', config: { repo: 'a/b' } }
    expect((await server.call(path, { key: reading.key, body })).status).toBe(403)
    const attempts = [
      [`${path}/${id}`, 'PUT', { enabled: false }],
      [`${path}/${id}`, 'DELETE', undefined],
      [`${path}/${id}/sync`, 'POST', {}],
      [`${path}/${id}/cancel`, 'POST', undefined],
      [`${path}/sync-stale`, 'POST', undefined],
    ] as const
    for (const { key } of [member, reading]) {
      for (const [at, method, sent] of attempts) {
        const refused = await server.call(at, { method, key, body: sent })
        expect([at, method, refused.status]).toEqual([at, method, 403])
      }
    }
    expect((await server.call<SourceList>(path)).body.items).toHaveLength(1)
  })

  it('A8: a source of another organisation behaves as if it were absent', async () => {
    const { id } = await server.synced('one', { a: cleanSkill('a') })
    const { key } = await server.addTenant()
    expect((await server.call<SourceList>(path, { key })).body.items).toEqual([])
    const attempts = [
      [`${path}/${id}`, 'GET', undefined],
      [`${path}/${id}/items`, 'GET', undefined],
      [`${path}/${id}`, 'PUT', { enabled: false }],
      [`${path}/${id}`, 'DELETE', undefined],
      [`${path}/${id}/sync`, 'POST', {}],
      [`${path}/${id}/cancel`, 'POST', undefined],
    ] as const
    for (const [at, method, body] of attempts) {
      const answer = await server.call(at, { method, key, body })
      expect([at, answer.status, answer.body.code]).toEqual([at, 404, 'source.not-found'])
    }
  })
})
