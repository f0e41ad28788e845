import type { UserId } from '@repertoire/core/base'
import type { CheckedContent, SkillScope } from '@repertoire/core/domain'
import { sweepSkills } from '@repertoire/core/keep'
import { sampleContent } from '@repertoire/core/testing'
import type {
  AuditPage,
  ConversationBody,
  CuratorBody,
  SkillPage,
  SkillSummary,
  SweepBody,
  SweepUndone,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

const path = '/api/v1/curator'
const day = 24 * 60 * 60 * 1000

async function agentMade(server: TestServer, slug: string, scope: SkillScope = { kind: 'org' }) {
  const given: CheckedContent = sampleContent(slug, 'Body.', { scope })
  const made = { ...given, origin: { ...given.origin, provenance: 'agent' as const } }
  const [saved] = await server.store.tenant(server.tenantId).skills.save([made], 'create')
  if (saved?.status !== 'created') throw new Error('not created')
  return saved.skill
}

const sweep = (server: TestServer, dry_run = false) =>
  server.call<SweepBody>(`${path}/sweep`, { body: { dry_run } })

describe('the curator over REST', () => {
  it('D9: previews a sweep, executes it, reports it, and undoes it', async () => {
    const server = await createTestServer()
    const skill = await agentMade(server, 'old')
    await server.call('/api/v1/skills', { body: { content: skillMd('by-hand') } })
    server.clock.advance(31 * day)

    const planned = await sweep(server, true)
    const row = { id: skill.id, slug: 'old', idle_days: 31 }
    expect(planned.body).toMatchObject({ dry_run: true, skills: [{ ...row, archived: false }] })
    expect((await server.call<CuratorBody>(path)).body).toEqual({
      archive_after_days: 30,
      last_looked_at: null,
      next_look_at: null,
      last_sweep: null,
    })

    const done = await sweep(server)
    expect(done.body).toMatchObject({ skills: [{ ...row, archived: true }], others: 0 })
    expect((await server.call<CuratorBody>(path)).body.last_sweep).toMatchObject({
      id: done.body.id,
      skills: [{ ...row, archived: true }],
    })
    const list = await server.call<SkillPage>('/api/v1/skills?archived=true')
    expect(list.body.items.map((item) => item.slug)).toEqual(['old'])
    const audit = await server.call<AuditPage>(`/api/v1/audit?trace_id=${done.body.id}`)
    expect(audit.body.items).toMatchObject([{ action: 'skill-archived', actor: null }])

    const undo = `${path}/sweeps/${done.body.id}/undo`
    const undone = await server.call<SweepUndone>(undo, { method: 'POST' })
    expect(undone.body.restored).toEqual([skill.id])
    expect((await server.call<SkillPage>('/api/v1/skills?archived=true')).body.items).toEqual([])
    expect((await sweep(server)).body.skills).toEqual([])
    expect((await server.call<SweepUndone>(undo, { method: 'POST' })).body.restored).toEqual([])
  })

  it('an undo skips what somebody archived again, and restores only what the sweep archived', async () => {
    const server = await createTestServer()
    const skill = await agentMade(server, 'old')
    const other = await agentMade(server, 'other')
    await server.call(`/api/v1/skills/${other.id}/archive`, { method: 'POST' })
    server.clock.advance(31 * day)
    const { body } = await sweep(server)
    server.clock.advance(1000)
    await server.call(`/api/v1/skills/${skill.id}/unarchive`, { method: 'POST' })
    await server.call(`/api/v1/skills/${skill.id}/archive`, { method: 'POST' })
    const undo = `${path}/sweeps/${body.id}/undo`
    expect((await server.call<SweepUndone>(undo, { method: 'POST' })).body.restored).toEqual([])
    const archived = await server.call<SkillPage>('/api/v1/skills?archived=true')
    expect(archived.body.items).toHaveLength(2)
  })

  it('nobody sees or undoes what concerns only another person', async () => {
    const server = await createTestServer()
    const ann = await server.addMember('member')
    const bob = await server.addMember('member')
    const hers = await agentMade(server, 'hers', { kind: 'user', userId: ann.id as UserId })
    await agentMade(server, 'ours')
    server.clock.advance(31 * day)
    const { body } = await sweep(server)
    expect(body).toMatchObject({ skills: [{ slug: 'ours' }], others: 1 })
    const seenBy = async (key: string) =>
      (await server.call<CuratorBody>(path, { key })).body.last_sweep
    expect(await seenBy(bob.key)).toMatchObject({ skills: [{ slug: 'ours' }], others: 1 })
    expect((await seenBy(ann.key))?.skills.map(({ slug }) => slug).toSorted()).toEqual([
      'hers',
      'ours',
    ])
    const undo = async (key: string) =>
      (await server.call<SweepUndone>(`${path}/sweeps/${body.id}/undo`, { method: 'POST', key }))
        .body.restored
    expect(await undo(bob.key)).toEqual([])
    expect(await undo(ann.key)).toEqual([hers.id])
  })

  it('a member cannot start a sweep, and a forged sweep id undoes nothing', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const refused = await server.call(`${path}/sweep`, { key: member.key, body: {} })
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.permission-missing'])
    const forged = `${path}/sweeps/${'0'.repeat(32)}/undo`
    expect((await server.call<SweepUndone>(forged, { method: 'POST' })).body.restored).toEqual([])
    const wild = await server.call(`${path}/sweeps/x'--/undo`, { method: 'POST' })
    expect(wild.status).toBe(404)
  })

  it('a sweep affects only its organisation, and its id undoes nothing in another', async () => {
    const server = await createTestServer()
    const outsider = await server.addTenant()
    await agentMade(server, 'old')
    server.clock.advance(31 * day)
    const theirs = await server.call<SweepBody>(`${path}/sweep`, { key: outsider.key, body: {} })
    expect(theirs.body).toMatchObject({ skills: [], others: 0 })
    const { body } = await sweep(server)
    const undo = { method: 'POST', key: outsider.key }
    const answer = await server.call<SweepUndone>(`${path}/sweeps/${body.id}/undo`, undo)
    expect(answer.body.restored).toEqual([])
    const archived = await server.call<SkillPage>('/api/v1/skills?archived=true')
    expect(archived.body.items).toHaveLength(1)
  })

  it('an undo covers the whole sweep, however large it is', async () => {
    const server = await createTestServer()
    for (let count = 0; count < 230; count += 1) await agentMade(server, `s${count}`)
    server.clock.advance(31 * day)
    const { body } = await sweep(server)
    expect(body.skills).toHaveLength(230)
    const undo = await server.call<SweepUndone>(`${path}/sweeps/${body.id}/undo`, {
      method: 'POST',
    })
    expect(undo.body.restored).toHaveLength(230)
  })

  it('a person’s own archiving is not attributed to the curator', async () => {
    const server = await createTestServer()
    const skill = await agentMade(server, 'old')
    await server.call(`/api/v1/skills/${skill.id}/archive`, { method: 'POST' })
    expect((await server.call<CuratorBody>(path)).body.last_sweep).toBeNull()
  })
})

describe('the archive over REST', () => {
  it('D9: archives and restores a whole skill, each with its audit entry', async () => {
    const server = await createTestServer()
    const content = skillMd('deploy')
    const { body: skill } = await server.call<SkillSummary>('/api/v1/skills', { body: { content } })
    expect(skill).toMatchObject({ archived_at: null, use_count: 0, last_used_at: null })
    const to = (verb: string, headers: Record<string, string> = {}) =>
      server.call<SkillSummary>(`/api/v1/skills/${skill.id}/${verb}`, { method: 'POST', headers })
    const archived = await to('archive', { 'if-match': skill.etag })
    expect(archived.body).toMatchObject({ enabled: false, archived_at: expect.any(String) })
    expect((await to('unarchive', { 'if-match': skill.etag })).status).toBe(412)
    expect((await to('unarchive')).body).toMatchObject({ enabled: true, archived_at: null })
    expect((await to('unarchive')).body.etag).toBe('"3"')
    const { body } = await server.call<AuditPage>(`/api/v1/audit?target=${skill.id}`)
    expect(body.items.map(({ action }) => action).toSorted()).toEqual([
      'skill-archived',
      'skill-created',
      'skill-unarchived',
    ])
  })

  it('A8: a member archives own skills only', async () => {
    const server = await createTestServer()
    const member = await server.addMember('member')
    const { body: org } = await server.call<SkillSummary>('/api/v1/skills', {
      body: { content: skillMd('org') },
    })
    for (const verb of ['archive', 'unarchive']) {
      const refused = await server.call(`/api/v1/skills/${org.id}/${verb}`, {
        method: 'POST',
        key: member.key,
      })
      expect([refused.status, refused.body.code]).toEqual([403, 'skill.org-scope-forbidden'])
    }
  })

  it('D9: activating a skill in a conversation counts as use', async () => {
    const server = await createTestServer()
    const { body: skill } = await server.call<SkillSummary>('/api/v1/skills', {
      body: { content: skillMd('deploy') },
    })
    const { body: conversation } = await server.call<ConversationBody>('/api/v1/conversations', {
      body: {},
    })
    const skills = `/api/v1/conversations/${conversation.id}/skills/deploy`
    for (let time = 0; time < 2; time += 1) await server.call(skills, { method: 'PUT' })
    const { body } = await server.call<SkillSummary>(`/api/v1/skills/${skill.id}`)
    expect(body).toMatchObject({ use_count: 1, last_used_at: expect.any(String), etag: skill.etag })
  })

  it('search and list filter by archive and by provenance', async () => {
    const server = await createTestServer()
    await server.call('/api/v1/skills', { body: { content: skillMd('deploy-a') } })
    const made = await agentMade(server, 'deploy-b')
    await server.call(`/api/v1/skills/${made.id}/archive`, { method: 'POST' })
    const slugs = async (query: string) =>
      (await server.call<SkillPage>(`/api/v1/skills?${query}`)).body.items.map(({ slug }) => slug)
    expect(await slugs('archived=false')).toEqual(['deploy-a'])
    expect(await slugs('provenance=agent')).toEqual(['deploy-b'])
    expect(await slugs('q=deploy&archived=true')).toEqual(['deploy-b'])
    expect(await slugs('source=agent')).toEqual(['deploy-b'])
    expect(await slugs('q=deploy&source=user')).toEqual(['deploy-a'])
    expect((await slugs('q=deploy&provenance=authored')).sort()).toEqual(['deploy-a', 'deploy-b'])
    expect(await slugs('q=deploy&enabled=true')).toEqual(['deploy-a'])
  })
})

describe('the curator in the background', () => {
  it('archives once, however many replicas sweep at the same time', async () => {
    const server = await createTestServer()
    for (const slug of ['a', 'b', 'c']) await agentMade(server, slug)
    server.clock.advance(31 * day)
    const { clock, ids, store } = server.app
    const deps = { store: store.tenant(server.tenantId), clock, ids }
    await Promise.all(
      ['1', '2', '3'].map((digit) => sweepSkills(deps, { sweep: digit.repeat(32) })),
    )
    const { body } = await server.call<AuditPage>('/api/v1/audit?action=skill-archived')
    expect(body.items).toHaveLength(3)
  })
})
