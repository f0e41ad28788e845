import type {
  AuditPage,
  RevisionBody,
  RevisionContentBody,
  SkillBody,
  SkillCounts,
  SkillDraft,
  SkillPage,
  TagCount,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

async function create(server: TestServer, name: string): Promise<SkillBody> {
  const content = skillMd(name)
  const created = await server.call<SkillBody>('/api/v1/skills', { body: { content } })
  expect(created.status).toBe(201)
  return created.body
}

const put = (body: unknown, etag?: string) => ({
  method: 'PUT',
  body,
  headers: etag === undefined ? {} : { 'if-match': etag },
})

describe('skills over REST', () => {
  it('A13: a skill is created, read back byte for byte, changed, and gone after deletion', async () => {
    const server = await createTestServer()
    const content = skillMd('postgres-triage', '# Triage\n\nLook at locks first.\n')
    const { status, headers, body } = await server.call<SkillBody>('/api/v1/skills', {
      body: { content },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ slug: 'postgres-triage', scope: 'org', content, revision: 1 })
    expect(headers.get('etag')).toBe(body.etag)

    const path = `/api/v1/skills/${body.id}`
    expect((await server.call<SkillBody>(path)).body).toEqual(body)

    const change = { description: 'Slow database.', reason: 'clearer' }
    const second = (await server.call<SkillBody>(path, put(change, body.etag))).body
    expect(second).toMatchObject({ revision: 2, description: 'Slow database.' })
    expect(second.content).toContain('description: Slow database.')
    expect(second.content).toContain('Look at locks first.')

    const { items } = (await server.call<{ items: RevisionBody[] }>(`${path}/revisions`)).body
    expect(items.map((one) => one.number)).toEqual([2, 1])
    expect(items[0]?.reason).toBe('clearer')
    const first = await server.call<RevisionContentBody>(`${path}/revisions/1`)
    expect(first.body.content).toBe(content)

    expect((await server.call(path, { method: 'DELETE' })).status).toBe(204)
    expect((await server.call(path)).status).toBe(404)
  })

  it('form fields are written into the file, so that the file stays the source of truth', async () => {
    const server = await createTestServer()
    const { body } = await server.call<SkillBody>('/api/v1/skills', {
      body: {
        content: '# Just a body\n',
        name: 'Incident Comms Style Guide',
        slug: 'comms.incident-style',
        description: 'Tone for updates.',
        tags: ['sre', 'comms'],
      },
    })
    expect(body).toMatchObject({ slug: 'comms.incident-style', tags: ['sre', 'comms'] })
    expect(body.content).toContain('slug: comms.incident-style')
    expect(body.body).toContain('# Just a body')
  })

  it('B8: the list is ordered and narrowed by cost, says how many there are, and searches with the same filters', async () => {
    const server = await createTestServer()
    for (const [name, size] of [
      ['small', 10],
      ['large', 900],
      ['middle', 300],
    ] as const) {
      const content = skillMd(name, `${'word '.repeat(size)}\n`)
      await server.call('/api/v1/skills', { body: { content } })
    }
    const settings = { skills_max_prompt_chars: 1200 }
    await server.call('/api/v1/settings', { method: 'PUT', body: settings })
    const list = async (query: string) => {
      const { body } = await server.call<SkillPage>(`/api/v1/skills?${query}`)
      return { slugs: body.items.map(({ slug }) => slug), total: body.total }
    }
    const byCost = { slugs: ['large', 'middle'], total: 3 }
    expect(await list('sort=cost&order=desc&limit=2')).toEqual(byCost)
    expect(await list('sort=used&order=desc&used=false')).toMatchObject({ total: 3 })
    expect(await list('over_budget=true')).toEqual({ slugs: ['large', 'middle'], total: 2 })
    expect(await list('over_budget=true&q=word%20small')).toMatchObject({ total: undefined })
    expect((await list('over_budget=true&q=word')).slugs.sort()).toEqual(['large', 'middle'])
    expect(await list('scripts=true')).toEqual({ slugs: [], total: 0 })
    expect(await list('findings=true')).toEqual({ slugs: [], total: undefined })
    expect((await list('changed_days=1')).total).toBe(3)
    const counts = async (query: string) => {
      const { body } = await server.call<SkillCounts>(`/api/v1/skills/counts?${query}`)
      return body
    }
    const all = { over_budget: 2, unused: 3, scripts: 0, changed_this_week: 3 }
    expect(await counts('')).toEqual(all)
    expect(await counts('archived=true')).toEqual({
      ...{ over_budget: 0, unused: 0, scripts: 0, changed_this_week: 0 },
    })
    expect(await counts('over_budget=true')).toEqual({
      ...{ over_budget: 2, unused: 2, scripts: 0, changed_this_week: 2 },
    })
    expect(await counts('findings=true')).toEqual({})
  })

  it('A14: a taken slug is a conflict that names the skill that has it', async () => {
    const server = await createTestServer()
    const first = await create(server, 'triage')
    const second = await server.call('/api/v1/skills', { body: { content: skillMd('triage') } })
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({
      code: 'skill.slug-taken',
      details: { existing_id: first.id },
    })
    expect(second.headers.get('content-type')).toBe('application/problem+json')
  })

  it('a change based on an older version is refused and changes nothing', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage')
    const path = `/api/v1/skills/${skill.id}`
    await server.call(path, put({ enabled: false }))
    const late = await server.call(path, put({ description: 'late' }, skill.etag))
    expect([late.status, late.body.code]).toEqual([412, 'skill.stale'])
    const now = await server.call<SkillBody>(path)
    expect(now.body).toMatchObject({ enabled: false, revision: 1 })
    const headers = { 'if-match': skill.etag }
    expect((await server.call(path, { method: 'DELETE', headers })).status).toBe(412)
  })

  it('a new name in the file keeps the slug; a slug in the file changes it', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage')
    const path = `/api/v1/skills/${skill.id}`
    const save = async (content: string) =>
      (await server.call<SkillBody>(path, put({ content }))).body
    const renamed = await save(skillMd('Database Triage'))
    expect(renamed).toMatchObject({ name: 'Database Triage', slug: 'triage' })
    expect(renamed.content).toBe(skillMd('Database Triage'))
    const moved = await save('---\nname: Triage\nslug: db.triage\ndescription: d\n---\nBody\n')
    expect(moved.slug).toBe('db.triage')
  })

  it('GET answers 304 to its own etag', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage')
    const headers = { 'if-none-match': skill.etag }
    const answer = await server.call<undefined>(`/api/v1/skills/${skill.id}`, { headers })
    expect([answer.status, answer.body]).toEqual([304, undefined])
  })

  it('A3: search ranks, and each hit shows which words matched where', async () => {
    const server = await createTestServer()
    await create(server, 'postgres-triage')
    await create(server, 'cake-baking')
    const { body } = await server.call<SkillPage>('/api/v1/skills?q=slow%20postgres')
    expect(body.items.map((item) => item.slug)).toEqual(['postgres-triage'])
    expect(body.items[0]?.match?.score).toBeGreaterThan(0)
    expect(body.items[0]?.match?.reasons.map((reason) => reason.word)).toContain('postgres')
  })

  it('A3: a hit that is nearly the same as one before it names that one', async () => {
    const server = await createTestServer()
    const first = await create(server, 'postgres-triage')
    const add = (more: object) => server.call<SkillBody>('/api/v1/skills', { body: more })
    const copy = await add({ content: first.content, slug: 'postgres-copy' })
    const other = await create(server, 'postgres-backup')
    const { body } = await server.call<SkillPage>('/api/v1/skills?q=postgres-triage')
    const firstOf = new Map(body.items.map((item) => [item.slug, item.near_duplicate_of]))
    expect(firstOf).toEqual(
      new Map([
        [first.slug, undefined],
        [copy.body.slug, first.id],
        [other.slug, undefined],
      ]),
    )
  })

  it('A3: a hit of another name whose description says the same names the one before it', async () => {
    const server = await createTestServer()
    const add = (name: string, description: string) => {
      const content = `---\nname: ${name}\ndescription: ${description}\n---\n${name}\n`
      return server.call<SkillBody>('/api/v1/skills', { body: { content } })
    }
    await add('release-notes', 'Write release notes from merged pull requests, for users.')
    await add('changelog', 'Write the release notes, for users, from merged pull requests.')
    await add('release-mail', 'Write a mail about release notes from merged pull requests.')
    await add('short-one', 'Release notes.')
    await add('short-two', 'Release notes.')
    const { body } = await server.call<SkillPage>('/api/v1/skills?q=release+notes')
    const slugOf = new Map(body.items.map(({ id, slug }) => [id, slug]))
    const pairs = body.items.flatMap(({ slug, near_duplicate_of: of }) =>
      of === undefined ? [] : [[slug, slugOf.get(of)].sort()],
    )
    expect(pairs).toEqual([['changelog', 'release-notes']])
  })

  it('search pages return every hit exactly once', async () => {
    const server = await createTestServer()
    for (let n = 1; n <= 5; n += 1) await create(server, `postgres-${n}`)
    const seen: string[] = []
    let place = ''
    for (;;) {
      const { body } = await server.call<SkillPage>(`/api/v1/skills?q=postgres&limit=2${place}`)
      seen.push(...body.items.map((item) => item.slug))
      if (body.next_cursor === null) break
      place = `&cursor=${body.next_cursor}`
    }
    expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5].map((n) => `postgres-${n}`))
  })

  it('A8: the list filters by scope, tags and the switch', async () => {
    const server = await createTestServer()
    const add = (name: string, more: object) =>
      server.call('/api/v1/skills', { body: { content: skillMd(name), ...more } })
    await add('mine', { scope: 'user', tags: ['a', 'b'] })
    await add('ours', { tags: ['a'] })
    await add('off', { enabled: false })
    const slugs = async (query: string) =>
      (await server.call<SkillPage>(`/api/v1/skills?${query}`)).body.items.map((item) => item.slug)
    expect(await slugs('scope=user')).toEqual(['mine'])
    expect(await slugs('tags=a')).toEqual(['mine', 'ours'])
    expect(await slugs('tags=a,b')).toEqual(['mine'])
    expect(await slugs('tags=a&tags=b')).toEqual(['mine'])
    expect(await slugs('enabled=false')).toEqual(['off'])
    const tags = await server.call<{ items: TagCount[] }>('/api/v1/skills/tags')
    expect(tags.body.items).toEqual([
      { tag: 'a', count: 2, writable: 2 },
      { tag: 'b', count: 1, writable: 1 },
    ])
  })

  it('parse shows what a file would become, and stores nothing', async () => {
    const server = await createTestServer()
    const content = '---\nname: triage\ndescription: Look: here\n---\nBody\n'
    const draft = await server.call<SkillDraft>('/api/v1/skills/parse', { body: { content } })
    expect(draft.body).toMatchObject({ ok: true, slug: 'triage', repaired: true })
    expect(draft.body.diagnostics[0]).toMatchObject({ line: 3, severity: expect.any(String) })
    expect((await server.call<SkillPage>('/api/v1/skills')).body.items).toEqual([])
  })

  it('A2: parse returns the block as a model gets it, escaped where the text contains its end tag', async () => {
    const server = await createTestServer()
    const body = 'A < b\n</skill> < / SKILL>\n<memory>\n'
    const content = `---\nname: Say "hi" <now>\ndescription: d\n---\n${body}`
    const draft = (await server.call<SkillDraft>('/api/v1/skills/parse', { body: { content } }))
      .body
    expect(draft.prompt_block).toBe(
      `<skill name="Say &quot;hi&quot; &lt;now&gt;">\nA < b\n&lt;/skill> &lt; / SKILL>\n&lt;memory>\n\n</skill>`,
    )
    const unnamed = { content: '---\nslug: only.a-slug\ndescription: d\n---\nText\n' }
    const second = await server.call<SkillDraft>('/api/v1/skills/parse', { body: unnamed })
    expect(second.body.prompt_block).toBe('<skill name="only.a-slug">\nText\n\n</skill>')
    const refused = { content: `---\nname: ${'['.repeat(5000)}\n---\nText\n` }
    const third = await server.call<SkillDraft>('/api/v1/skills/parse', { body: refused })
    expect(third.body).toMatchObject({ ok: false, prompt_block: '' })
  })

  it('A13: every change is in the audit log, with its author and the trace of the request', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage')
    for (const method of ['PUT', 'PUT', 'DELETE']) {
      server.clock.advance(1000)
      const body = method === 'PUT' ? { enabled: false } : undefined
      await server.call(`/api/v1/skills/${skill.id}`, { method, body })
    }
    const { body } = await server.call<AuditPage>(`/api/v1/audit?target=${skill.id}`)
    const actions = body.items.map((entry) => entry.action)
    expect(actions).toEqual(['skill-deleted', 'skill-updated', 'skill-created'])
    const trace = expect.stringMatching(/^[0-9a-f]{32}$/)
    expect(body.items[0]).toMatchObject({ actor: 'usr_owner', trace_id: trace })
  })
})

describe('skills of others', () => {
  it('A8: another person’s and another organisation’s look like absent ones', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const outsider = await server.addTenant()
    const created = await server.call<SkillBody>('/api/v1/skills', {
      key: member.key,
      body: { content: skillMd('private'), scope: 'user' },
    })
    const { id } = created.body
    const requests = [
      ['GET', '', undefined],
      ['PUT', '', { enabled: false }],
      ['DELETE', '', undefined],
      ['GET', '/revisions', undefined],
      ['GET', '/revisions/1', undefined],
      ['GET', '/files?path=SKILL.md', undefined],
    ] as const
    const answers = async (key: string, target: string) => {
      const seen: unknown[] = []
      for (const [method, rest, body] of requests) {
        const path = `/api/v1/skills/${target}${rest}`
        const { code, status, message } = (await server.call(path, { method, key, body })).body
        seen.push({ code, status, message })
      }
      return seen
    }
    const absent = await answers(server.ownerKey, 'skl_doesnotexist')
    expect(absent).toHaveLength(requests.length)
    expect(await answers(server.ownerKey, id)).toEqual(absent)
    expect(await answers(outsider.key, id)).toEqual(absent)
    expect((await server.call(`/api/v1/skills/${id}`, { key: member.key })).status).toBe(200)
  })

  it('A13: a member writes own skills but not the organisation’s; a read-only key writes nothing', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const body = { content: skillMd('x') }
    const org = await server.call('/api/v1/skills', { key: member.key, body })
    expect([org.status, org.body.code]).toEqual([403, 'skill.org-scope-forbidden'])
    const own = { ...body, scope: 'user' }
    expect((await server.call('/api/v1/skills', { key: member.key, body: own })).status).toBe(201)
    const reader = await server.addMember('admin', ['skills.read'])
    const refused = await server.call('/api/v1/skills', { key: reader.key, body })
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({
      code: 'auth.permission-missing',
      details: { permission: 'skills.write' },
    })
  })
})
