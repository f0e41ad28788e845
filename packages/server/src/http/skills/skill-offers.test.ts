import type {
  AuditPage,
  PendingRevisionApproved,
  PendingRevisionBody,
  PendingRevisionPage,
  PendingRevisionSummary,
  SkillBody,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { base64, createTestServer, type TestServer } from '../../testing/test-server.ts'

const reviews = '/api/v1/reviews'
const text = (body: string) => `---\nname: deploy\ndescription: Deploys.\n---\n${body}\n`

async function personal(server: TestServer, key: string): Promise<SkillBody> {
  const content = text('First.')
  const { body } = await server.call<SkillBody>('/api/v1/skills', {
    key,
    body: { content, scope: 'user' },
  })
  return body
}

const offer = (server: TestServer, key: string, { id, digest }: SkillBody) =>
  server.call<PendingRevisionSummary>(`/api/v1/skills/${id}/offer`, {
    key,
    body: { digest, reason: 'Works.' },
  })

async function prepared() {
  const server = await createTestServer()
  const { key, id: person } = await server.addMember('member')
  const skill = await personal(server, key)
  return { server, key, person, skill }
}

describe('D5: skills offered to the organisation', () => {
  it('an accepted skill is the organisation’s, with its revisions and who wrote them', async () => {
    const { server, key, person, skill } = await prepared()
    const { status, body } = await offer(server, key, skill)
    expect([status, body.state]).toEqual([201, 'held'])
    expect(body.proposal).toMatchObject({ by: 'member', person, scope: 'org', reason: 'Works.' })
    const seen = await server.call<PendingRevisionBody>(`${reviews}/${body.id}`)
    expect(seen.body).toMatchObject({ content: text('First.'), moves: true, base: null })
    const accepted = await server.call<PendingRevisionApproved>(`${reviews}/${body.id}/approve`, {
      body: { digest: body.digest, note: 'Good.' },
    })
    expect(accepted.body).toMatchObject({
      arrival: { state: 'approved', note: 'Good.', digest: skill.digest },
      ...{ skill_id: skill.id, scope: 'org', slug: 'deploy', enabled: true },
    })
    const owner = await server.call<SkillBody>(`/api/v1/skills/${skill.id}`)
    expect([owner.status, owner.body.digest]).toEqual([200, skill.digest])
    const revisions = await server.call(`/api/v1/skills/${skill.id}/revisions`)
    expect(JSON.stringify(revisions.body)).toContain(person)
    const audit = await server.call<AuditPage>('/api/v1/audit')
    const actions = audit.body.items.map((one) => one.action)
    expect(actions).toEqual(expect.arrayContaining(['proposal-created', 'proposal-accepted']))
  })

  it('a slug of the organisation becomes a change of that skill, with both texts shown', async () => {
    const { server, key, person, skill } = await prepared()
    const content = text('Theirs.')
    const theirs = await server.call<SkillBody>('/api/v1/skills', {
      body: { content, scope: 'org' },
    })
    const { body } = await offer(server, key, skill)
    const seen = await server.call<PendingRevisionBody>(`${reviews}/${body.id}`)
    expect(seen.body).toMatchObject({
      ...{ skill_id: theirs.body.id, content: text('First.'), stale_reason: null },
      base: { content: text('Theirs.') },
    })
    const { body: done } = await server.call<PendingRevisionApproved>(
      `${reviews}/${body.id}/approve`,
      {
        body: { digest: body.digest },
      },
    )
    expect(done).toMatchObject({ skill_id: theirs.body.id, scope: 'org' })
    const revisions = await server.call(`/api/v1/skills/${theirs.body.id}/revisions`)
    expect(JSON.stringify(revisions.body)).toContain(person)
    const own = await server.call<SkillBody>(`/api/v1/skills/${skill.id}`, { key })
    expect(own.body.scope).toBe('user')
  })

  it('asks for all that a personal skill asks for, which the organisation has not seen', async () => {
    const { server, key } = await prepared()
    const content = '---\nname: net\ndescription: Calls.\n---\nGet https://x.test/a first.\n'
    const { body: net } = await server.call<SkillBody>('/api/v1/skills', {
      key,
      body: { content, scope: 'user' },
    })
    const { body } = await offer(server, key, net)
    expect(body.new_asks.hosts).toEqual(['x.test'])
  })

  it('no member accepts it, neither who offers it nor another, who does not see it', async () => {
    const { server, key, skill } = await prepared()
    const other = await server.addMember('member')
    const { body } = await offer(server, key, skill)
    const accept = (by: string) =>
      server.call(`${reviews}/${body.id}/approve`, { key: by, body: { digest: body.digest } })
    expect([(await accept(key)).status, (await accept(other.key)).status]).toEqual([403, 404])
    expect((await server.call(`${reviews}/${body.id}`, { key: other.key })).status).toBe(404)
    expect((await offer(server, other.key, skill)).status).toBe(404)
    const withdrawal = { key: other.key, body: { digest: body.digest } }
    expect((await server.call(`${reviews}/${body.id}/withdraw`, withdrawal)).status).toBe(404)
    expect(
      (await server.call(`${reviews}/${body.id}/withdraw`, { body: withdrawal.body })).status,
    ).toBe(404)
  })

  it('who offers it sees the state and can withdraw it; then nobody can accept it', async () => {
    const { server, key, skill } = await prepared()
    const { body } = await offer(server, key, skill)
    const again = await offer(server, key, skill)
    expect([again.status, (again.body as { code?: string }).code]).toEqual([409, 'offer.pending'])
    const list = await server.call<PendingRevisionPage>(reviews, { key })
    expect(list.body.items.map((one) => [one.id, one.state])).toEqual([[body.id, 'held']])
    const seen = { digest: body.digest }
    await server.call(`${reviews}/${body.id}/withdraw`, { key, body: seen })
    const late = await server.call(`${reviews}/${body.id}/approve`, { body: seen })
    expect([late.status, late.body.code]).toEqual([409, 'proposal.decided'])
    const after = await server.call<PendingRevisionBody>(`${reviews}/${body.id}`, { key })
    expect(after.body.state).toBe('withdrawn')
    expect((await offer(server, key, skill)).status).toBe(201)
  })

  it('is still of its skill when that is renamed, and another takes its slug', async () => {
    const { server, key, skill } = await prepared()
    await server.call('/api/v1/skills', { body: { content: text('Theirs.'), scope: 'org' } })
    const { body: first } = await offer(server, key, skill)
    expect(first.proposal?.offered_skill_id).toBe(skill.id)
    const renamed = { slug: 'roll-out' }
    const put = { key, method: 'PUT', body: renamed }
    expect((await server.call(`/api/v1/skills/${skill.id}`, put)).body).toMatchObject(renamed)
    const other = await personal(server, key)
    const ofSkill = async ({ id }: SkillBody) => {
      const path = `${reviews}?kind=offer&mine=true&offered_skill_id=${id}`
      return (await server.call<PendingRevisionPage>(path, { key })).body.items.map((one) => one.id)
    }
    expect([await ofSkill(skill), await ofSkill(other)]).toEqual([[first.id], []])
    // The other is offered beside it; the renamed one waits already.
    const second = await offer(server, key, other)
    expect(second.status).toBe(201)
    expect([await ofSkill(skill), await ofSkill(other)]).toEqual([[first.id], [second.body.id]])
    const now = await server.call<SkillBody>(`/api/v1/skills/${skill.id}`, { key })
    expect((await offer(server, key, now.body)).body).toMatchObject({ code: 'offer.pending' })
  })

  it('who offers finds what became of it by its slug, among their own alone', async () => {
    const { server, key, skill } = await prepared()
    const other = await server.addMember('member')
    const theirs = await personal(server, other.key)
    await offer(server, other.key, theirs)
    const { body } = await offer(server, key, skill)
    const mine = async (query: string, by?: string) => {
      const path = `${reviews}?mine=true${query}`
      const { body: page } = await server.call<PendingRevisionPage>(path, by ? { key: by } : {})
      return page.items.map((one) => one.id)
    }
    expect(await mine('&kind=offer&slug=deploy', key)).toEqual([body.id])
    expect(await mine('&slug=another', key)).toEqual([])
    expect(await mine('&kind=import', key)).toEqual([])
    expect(await mine('')).toEqual([])
  })

  it('a text that was rejected before says so, with who rejected it and why', async () => {
    const { server, key, skill } = await prepared()
    const read = async ({ id }: PendingRevisionSummary) =>
      (await server.call<PendingRevisionBody>(`${reviews}/${id}`)).body.rejected_before
    const first = (await offer(server, key, skill)).body
    expect(await read(first)).toBeNull()
    const body = { digest: first.digest, note: 'Too short.' }
    await server.call(`${reviews}/${first.id}/reject`, { body })
    const again = (await offer(server, key, skill)).body
    expect(await read(again)).toMatchObject({
      ...{ id: first.id, note: 'Too short.', by_name: expect.any(String) },
    })
    const withdrawal = { key, body: { digest: again.digest } }
    await server.call(`${reviews}/${again.id}/withdraw`, withdrawal)
    const change = {
      ...{ key, method: 'PUT', headers: { 'if-match': '"1"' }, body: { content: text('Longer.') } },
    }
    const { body: longer } = await server.call<SkillBody>(`/api/v1/skills/${skill.id}`, change)
    expect(await read((await offer(server, key, longer)).body)).toBeNull()
  })

  it('only the offered revision is accepted, and only the seen one is offered', async () => {
    const { server, key, skill } = await prepared()
    const { body } = await offer(server, key, skill)
    const change = {
      key,
      method: 'PUT',
      headers: { 'if-match': '"1"' },
      body: { content: text('Bad.') },
    }
    const changed = await server.call<SkillBody>(`/api/v1/skills/${skill.id}`, change)
    expect(changed.status).toBe(200)
    const accepted = await server.call(`${reviews}/${body.id}/approve`, {
      body: { digest: body.digest },
    })
    expect([accepted.status, accepted.body.code]).toEqual([412, 'proposal.stale'])
    expect((await server.call(`/api/v1/skills/${skill.id}`)).status).toBe(404)
    const stale = await offer(server, key, skill)
    expect([stale.status, (stale.body as { code?: string }).code]).toEqual([412, 'offer.stale'])
  })

  it('a file that the offered skill lacks is shown as removed, and goes on acceptance', async () => {
    const { server, key, skill } = await prepared()
    const file = (path: string, content: string) => ({ path, content_base64: base64(content) })
    const files = [file('SKILL.md', text('Theirs.')), file('old.md', 'Old.'), file('both.md', 'A.')]
    const body = { items: [{ path: 'deploy', files }], scope: 'org' }
    const imported = await server.call('/api/v1/imports', { body })
    expect(imported.status).toBe(200)
    const { id, digest } = (await offer(server, key, skill)).body
    const seen = await server.call<PendingRevisionBody>(`${reviews}/${id}`)
    expect(seen.body.files.map(({ path, change }) => [path, change])).toEqual([
      ...[
        ['SKILL.md', 'changed'],
        ['both.md', 'removed'],
        ['old.md', 'removed'],
      ],
    ])
    const old = await server.call(`${reviews}/${id}/file?path=old.md`)
    expect(old.body).toMatchObject({ text: null, base_text: 'Old.' })
    const { body: done } = await server.call<PendingRevisionApproved>(`${reviews}/${id}/approve`, {
      body: { digest },
    })
    const after = await server.call<SkillBody>(`/api/v1/skills/${done.skill_id}`)
    expect(after.body.files.map(({ path }) => path)).toEqual(['SKILL.md'])
  })

  it('says why it is out of date: changed by its owner, or the slug taken meanwhile', async () => {
    const { server, key, skill } = await prepared()
    const { id } = (await offer(server, key, skill)).body
    const seen = async (by?: string) => {
      const { body } = await server.call<PendingRevisionBody>(
        `${reviews}/${id}`,
        by ? { key: by } : {},
      )
      return [body.moves, body.stale_reason, body.approvable]
    }
    expect(await seen()).toEqual([true, null, true])
    await server.call('/api/v1/skills', { body: { content: text('Theirs.'), scope: 'org' } })
    expect(await seen()).toEqual([true, 'slug-taken', false])
    const content = text('Second.')
    const change = { key, method: 'PUT', headers: { 'if-match': '"1"' }, body: { content } }
    await server.call(`/api/v1/skills/${skill.id}`, change)
    expect([await seen(), await seen(key)]).toEqual([
      [true, 'offer-changed', false],
      [true, 'offer-changed', false],
    ])
    await server.call(`/api/v1/skills/${skill.id}`, { key, method: 'DELETE' })
    expect(await seen()).toEqual([false, 'gone', false])
  })

  it('tags say how many of their skills the person may write', async () => {
    const { server, key } = await prepared()
    const tagged = (name: string) =>
      `---\nname: ${name}\ndescription: Deploys.\ntags: [ops]\n---\nText.\n`
    const create = (by: object, body: object) => server.call('/api/v1/skills', { ...by, body })
    await create({}, { content: tagged('theirs'), scope: 'org' })
    await create({ key }, { content: tagged('mine'), scope: 'user' })
    const tags = async (by: object) =>
      (await server.call<{ items: unknown[] }>('/api/v1/skills/tags', by)).body.items
    expect(await tags({ key })).toEqual([{ tag: 'ops', count: 2, writable: 1 }])
    expect(await tags({})).toEqual([{ tag: 'ops', count: 1, writable: 1 }])
  })
})
