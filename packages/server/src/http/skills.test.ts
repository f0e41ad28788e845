import { describe, expect, it } from 'vitest'
import { createTestServer, skillMd } from '../testing/test-server.ts'

const create = async (server: Awaited<ReturnType<typeof createTestServer>>, name: string) => {
  const response = await server.call('/api/v1/skills', { body: { content: skillMd(name) } })
  expect(response.status).toBe(201)
  return response.json()
}

describe('skills over REST', () => {
  it('A13: a skill is created, read back byte for byte, changed, and gone after deletion', async () => {
    const server = await createTestServer()
    const content = skillMd('postgres-triage', '# Triage\n\nLook at locks first.\n')
    const created = await server.call('/api/v1/skills', { body: { content } })
    expect(created.status).toBe(201)
    const skill = await created.json()
    expect(skill).toMatchObject({ slug: 'postgres-triage', scope: 'org', content, revision: 1 })
    expect(created.headers.get('etag')).toBe(skill.etag)

    const path = `/api/v1/skills/${skill.id}`
    expect(await (await server.call(path)).json()).toEqual(skill)

    const changed = await server.call(path, {
      method: 'PUT',
      body: { description: 'Slow database.', reason: 'clearer' },
      headers: { 'if-match': skill.etag },
    })
    const second = await changed.json()
    expect(second).toMatchObject({ revision: 2, description: 'Slow database.' })
    expect(second.content).toContain('description: Slow database.')
    expect(second.content).toContain('Look at locks first.')

    const revisions = await (await server.call(`${path}/revisions`)).json()
    expect(revisions.items.map((one: { number: number }) => one.number)).toEqual([2, 1])
    expect(revisions.items[0].reason).toBe('clearer')
    const first = await (await server.call(`${path}/revisions/1`)).json()
    expect(first.content).toBe(content)

    expect((await server.call(path, { method: 'DELETE' })).status).toBe(204)
    expect((await server.call(path)).status).toBe(404)
  })

  it('form fields are written into the file, so that the file stays the truth', async () => {
    const server = await createTestServer()
    const response = await server.call('/api/v1/skills', {
      body: {
        content: '# Just a body\n',
        name: 'Incident Comms Style Guide',
        slug: 'comms.incident-style',
        description: 'Tone for updates.',
        tags: ['sre', 'comms'],
      },
    })
    const skill = await response.json()
    expect(skill).toMatchObject({ slug: 'comms.incident-style', tags: ['sre', 'comms'] })
    expect(skill.content).toContain('slug: comms.incident-style')
    expect(skill.body).toContain('# Just a body')
  })

  it('A14: a taken slug is a conflict that names the skill that has it', async () => {
    const server = await createTestServer()
    const first = await create(server, 'triage')
    const second = await server.call('/api/v1/skills', { body: { content: skillMd('triage') } })
    expect(second.status).toBe(409)
    const problem = await second.json()
    expect(problem).toMatchObject({ code: 'skill.slug-taken', details: { existingId: first.id } })
    expect(second.headers.get('content-type')).toBe('application/problem+json')
  })

  it('a change decided on an older state is refused and changes nothing', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage')
    const path = `/api/v1/skills/${skill.id}`
    await server.call(path, { method: 'PUT', body: { enabled: false } })
    const late = await server.call(path, {
      method: 'PUT',
      body: { description: 'late' },
      headers: { 'if-match': skill.etag },
    })
    expect(late.status).toBe(412)
    expect((await late.json()).code).toBe('skill.stale')
    const now = await (await server.call(path)).json()
    expect(now).toMatchObject({ enabled: false, revision: 1 })
    const removal = await server.call(path, {
      method: 'DELETE',
      headers: { 'if-match': skill.etag },
    })
    expect(removal.status).toBe(412)
  })

  it('a new name in the file leaves the slug people script alone, a slug in the file moves it', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage')
    const path = `/api/v1/skills/${skill.id}`
    const put = async (content: string) =>
      (await server.call(path, { method: 'PUT', body: { content } })).json()
    const renamed = await put(skillMd('Database Triage'))
    expect(renamed).toMatchObject({ name: 'Database Triage', slug: 'triage' })
    expect(renamed.content).toBe(skillMd('Database Triage'))
    const moved = await put('---\nname: Triage\nslug: db.triage\ndescription: d\n---\nBody\n')
    expect(moved.slug).toBe('db.triage')
  })

  it('GET answers 304 to the etag it gave', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage')
    const headers = { 'if-none-match': skill.etag }
    const response = await server.call(`/api/v1/skills/${skill.id}`, { headers })
    expect(response.status).toBe(304)
    expect(await response.text()).toBe('')
  })

  it('A3: search ranks, and each hit says which words of the question matched where', async () => {
    const server = await createTestServer()
    await create(server, 'postgres-triage')
    await create(server, 'cake-baking')
    const found = await (await server.call('/api/v1/skills?q=slow%20postgres')).json()
    expect(found.items.map((item: { slug: string }) => item.slug)).toEqual(['postgres-triage'])
    expect(found.items[0].match.score).toBeGreaterThan(0)
    const words = found.items[0].match.reasons.map((reason: { word: string }) => reason.word)
    expect(words).toContain('postgres')
  })

  it('search pages through everything exactly once', async () => {
    const server = await createTestServer()
    for (let n = 1; n <= 5; n += 1) await create(server, `postgres-${n}`)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await (
        await server.call(
          `/api/v1/skills?q=postgres&limit=2&cursor=${cursor}`.replace(/&cursor=$/, ''),
        )
      ).json()
      seen.push(...page.items.map((item: { slug: string }) => item.slug))
      cursor = page.next_cursor
    }
    expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5].map((n) => `postgres-${n}`))
  })

  it('A8: the list filters on scope, tags and the switch', async () => {
    const server = await createTestServer()
    const body = (name: string, more: object) => ({ content: skillMd(name), ...more })
    await server.call('/api/v1/skills', { body: body('mine', { scope: 'user', tags: ['a', 'b'] }) })
    await server.call('/api/v1/skills', { body: body('ours', { tags: ['a'] }) })
    await server.call('/api/v1/skills', { body: body('off', { enabled: false }) })
    const slugs = async (query: string) =>
      (await (await server.call(`/api/v1/skills?${query}`)).json()).items.map(
        (item: { slug: string }) => item.slug,
      )
    expect(await slugs('scope=user')).toEqual(['mine'])
    expect(await slugs('tags=a')).toEqual(['mine', 'ours'])
    expect(await slugs('tags=a,b')).toEqual(['mine'])
    expect(await slugs('enabled=false')).toEqual(['off'])
    const tags = await (await server.call('/api/v1/skills/tags')).json()
    expect(tags.items).toEqual([
      { tag: 'a', count: 2 },
      { tag: 'b', count: 1 },
    ])
  })

  it('parse says what a file would become, and stores nothing', async () => {
    const server = await createTestServer()
    const parse = async (content: string) =>
      (await server.call('/api/v1/skills/parse', { body: { content } })).json()
    const draft = await parse('---\nname: triage\ndescription: Look: here\n---\nBody\n')
    expect(draft).toMatchObject({ ok: true, slug: 'triage', repaired: true })
    expect(draft.diagnostics[0]).toMatchObject({ line: expect.any(Number) })
    const { items } = await (await server.call('/api/v1/skills')).json()
    expect(items).toEqual([])
  })

  it('A13: every mutation is in the audit log, with who did it and the trace of the request', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage')
    const path = `/api/v1/skills/${skill.id}`
    for (const method of ['PUT', 'PUT', 'DELETE']) {
      server.clock.advance(1000)
      await server.call(path, { method, ...(method === 'PUT' ? { body: { enabled: false } } : {}) })
    }
    const { items } = await (await server.call(`/api/v1/audit?target=${skill.id}`)).json()
    expect(items.map((entry: { action: string }) => entry.action)).toEqual([
      'skill-deleted',
      'skill-updated',
      'skill-created',
    ])
    expect(items[0]).toMatchObject({
      actor: 'usr_owner',
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })
})

describe('what is not the caller’s', () => {
  it('A8: another person’s skill and another organisation’s look exactly like absent ones', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const stranger = await server.addTenant()
    const response = await server.call('/api/v1/skills', {
      key: member.key,
      body: { content: skillMd('private'), scope: 'user' },
    })
    const { id } = await response.json()
    const answers = async (key: string, target: string) => {
      const outcomes: unknown[] = []
      for (const [method, rest, body] of [
        ['GET', '', undefined],
        ['PUT', '', { enabled: false }],
        ['DELETE', '', undefined],
        ['GET', '/revisions', undefined],
        ['GET', '/revisions/1', undefined],
        ['GET', '/files?path=SKILL.md', undefined],
      ] as const) {
        const answer = await server.call(`/api/v1/skills/${target}${rest}`, { method, key, body })
        const { code, status, message } = await answer.json()
        outcomes.push({ code, status, message })
      }
      return outcomes
    }
    const absent = await answers(server.ownerKey, 'skl_doesnotexist')
    expect(await answers(server.ownerKey, id)).toEqual(absent)
    expect(await answers(stranger.key, id)).toEqual(absent)
    expect((await server.call(`/api/v1/skills/${id}`, { key: member.key })).status).toBe(200)
  })

  it('A13: a member writes own skills but not the organisation’s; a reading key writes nothing', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const body = { content: skillMd('x') }
    const org = await server.call('/api/v1/skills', { key: member.key, body })
    expect([org.status, (await org.json()).code]).toEqual([403, 'skill.org-scope-forbidden'])
    const own = { ...body, scope: 'user' }
    expect((await server.call('/api/v1/skills', { key: member.key, body: own })).status).toBe(201)
    const reader = await server.addMember('admin', ['skills.read'])
    const refused = await server.call('/api/v1/skills', { key: reader.key, body })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({
      code: 'auth.permission-missing',
      details: { permission: 'skills.write' },
    })
  })
})
