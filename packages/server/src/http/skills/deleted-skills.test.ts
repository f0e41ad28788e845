import { tombstoneRetention } from '@repertoire/core/keep'
import type {
  AuditPage,
  DeletedSkillPage,
  RevisionBody,
  SkillBody,
  SkillPage,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

async function create(server: TestServer, name: string, more: object = {}): Promise<SkillBody> {
  const body = { content: skillMd(name), ...more }
  const created = await server.call<SkillBody>('/api/v1/skills', { body })
  expect(created.status).toBe(201)
  return created.body
}

/** Each at its own time, because the audit log is ordered by time. */
const remove = (server: TestServer, id: string, key?: string) => {
  server.clock.advance(1)
  return server.call(`/api/v1/skills/${id}`, { method: 'DELETE', ...(key && { key }) })
}

const deleted = async (server: TestServer, key?: string) =>
  (await server.call<DeletedSkillPage>('/api/v1/skills/deleted', key ? { key } : {})).body.items

const restore = (server: TestServer, id: string, body: object = {}, key?: string) =>
  server.call<SkillBody & { code: string; hint: string }>(`/api/v1/skills/${id}/restore`, {
    method: 'POST',
    body,
    ...(key && { key }),
  })

describe('deleted skills over REST', () => {
  it('B8: a deleted skill is listed with its last day, and restored completely', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage', { enabled: false })
    const change = { method: 'PUT', body: { description: 'Newer.', reason: 'better' } }
    await server.call(`/api/v1/skills/${skill.id}`, change)
    const secret = { method: 'PUT', body: { value: 'sk-live-3kF9-q-Z' } }
    await server.call(`/api/v1/skills/${skill.id}/secrets/TOKEN`, secret)
    expect((await remove(server, skill.id)).status).toBe(204)
    const now = server.clock.now()
    const [entry, ...others] = await deleted(server)
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      ...{ id: skill.id, slug: 'triage', description: 'Newer.', revision: 2, enabled: false },
      deleted_at: new Date(now).toISOString(),
      kept_until: new Date(now + tombstoneRetention).toISOString(),
    })
    server.clock.advance(1)
    const back = await restore(server, skill.id)
    expect(back.status).toBe(200)
    expect(back.body).toMatchObject({ id: skill.id, enabled: false, revision: 2 })
    expect(back.headers.get('etag')).toBe(back.body.etag)
    const path = `/api/v1/skills/${skill.id}`
    const { items } = (await server.call<{ items: RevisionBody[] }>(`${path}/revisions`)).body
    expect(items.map(({ number, reason }) => [number, reason])).toEqual([
      [2, 'better'],
      [1, ''],
    ])
    const secrets = await server.call<{ items: { name: string }[] }>(`${path}/secrets`)
    expect(secrets.body.items.map(({ name }) => name)).toEqual(['TOKEN'])
    expect(await deleted(server)).toEqual([])
    const log = await server.call<AuditPage>(`/api/v1/audit?target=${skill.id}`)
    const actions = log.body.items.map(({ action }) => action)
    expect(actions.slice(0, 2)).toEqual(['skill-restored', 'skill-deleted'])
  })

  it('B8: while it is deleted it cannot be read, changed, exported, activated or run', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage')
    await remove(server, skill.id)
    const conversation = await server.call<{ id: string }>('/api/v1/conversations', { body: {} })
    const path = `/api/v1/skills/${skill.id}`
    const tries = [
      server.call(path),
      server.call(path, { method: 'PUT', body: { enabled: true } }),
      server.call(path, { method: 'DELETE' }),
      server.call(`${path}/revisions`),
      server.call(`${path}/revisions/1`),
      server.call(`${path}/revisions/1/restore`, { method: 'POST', body: {} }),
      server.call(`${path}/files?path=SKILL.md`),
      server.call(`${path}/files?path=SKILL.md&digest=${skill.digest}`),
      server.call(`${path}/export`),
      server.call(`${path}/archive`, { method: 'POST' }),
      server.call(`${path}/secrets`),
      server.call(`${path}/secrets/A`, { method: 'PUT', body: { value: 'sk-live-3kF9-q-Z' } }),
      server.call(`/api/v1/conversations/${conversation.body.id}/skills/triage`, { method: 'PUT' }),
      server.call('/api/v1/executions', { body: { skill_id: skill.id, script: 'scripts/a.sh' } }),
    ]
    for (const attempt of tries) {
      const { status, body } = await attempt
      expect([status, body.code]).toEqual([404, 'skill.not-found'])
    }
    const found = await server.call<SkillPage>('/api/v1/skills?q=triage')
    expect(found.body.items).toEqual([])
  })

  it('B8: a slug taken since is a conflict with a hint, and another slug works', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage')
    await remove(server, skill.id)
    const other = await create(server, 'triage')
    expect(other.id).not.toBe(skill.id)
    const refused = await restore(server, skill.id)
    expect([refused.status, refused.body.code]).toEqual([409, 'skill.slug-taken'])
    expect(refused.body.hint).toContain('another slug')
    expect(refused.body).toMatchObject({ details: { existing_id: other.id, slug: 'triage' } })
    expect((await restore(server, skill.id, { slug: 'not a slug' })).status).toBe(400)
    const back = await restore(server, skill.id, { slug: 'triage-old' })
    expect(back.body).toMatchObject({ id: skill.id, slug: 'triage-old', revision: 1 })
  })

  it('B8: restoring needs no body, and can be repeated', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage')
    await remove(server, skill.id)
    const path = `/api/v1/skills/${skill.id}/restore`
    const first = await server.call<SkillBody>(path, { method: 'POST' })
    expect(first.status).toBe(200)
    const again = await server.call<SkillBody>(path, { method: 'POST' })
    expect([again.status, again.body.etag]).toEqual([200, first.body.etag])
    expect((await restore(server, skill.id, { slug: 'other' })).body.code).toBe('skill.not-deleted')
  })

  it('B8: members restore their own, and neither see nor restore what others deleted', async () => {
    const server = await createTestServer()
    const [ann, bob] = [await server.addMember('member'), await server.addMember('member')]
    const org = await create(server, 'shared')
    const own = await server.call<SkillBody>('/api/v1/skills', {
      body: { content: skillMd('mine'), scope: 'user' },
      key: ann.key,
    })
    await remove(server, org.id)
    await remove(server, own.body.id, ann.key)
    expect((await deleted(server, ann.key)).map(({ slug }) => slug)).toEqual(['mine'])
    expect(await deleted(server, bob.key)).toEqual([])
    expect((await deleted(server)).map(({ slug }) => slug)).toEqual(['shared'])
    expect((await restore(server, org.id, {}, bob.key)).status).toBe(403)
    for (const key of [bob.key, server.ownerKey]) {
      const refused = await restore(server, own.body.id, {}, key)
      expect([refused.status, refused.body.code]).toEqual([404, 'skill.not-deleted'])
      const path = `/api/v1/skills/deleted/${own.body.id}`
      expect((await server.call(path, { method: 'DELETE', key })).status).toBe(404)
    }
    const path = `/api/v1/skills/deleted/${org.id}`
    expect((await server.call(path, { method: 'DELETE', key: bob.key })).status).toBe(403)
    expect((await restore(server, own.body.id, {}, ann.key)).status).toBe(200)
  })

  it('B8: another organisation sees nothing of it', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage')
    await remove(server, skill.id)
    const { key } = await server.addTenant()
    expect(await deleted(server, key)).toEqual([])
    expect((await restore(server, skill.id, {}, key)).status).toBe(404)
    const path = `/api/v1/skills/deleted/${skill.id}`
    expect((await server.call(path, { method: 'DELETE', key })).status).toBe(404)
    expect((await restore(server, skill.id)).status).toBe(200)
  })

  it('B8: a purged one cannot be restored, and the audit log says who purged it', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage')
    await remove(server, skill.id)
    server.clock.advance(1)
    const path = `/api/v1/skills/deleted/${skill.id}`
    expect((await server.call(path, { method: 'DELETE' })).status).toBe(204)
    expect((await restore(server, skill.id)).status).toBe(404)
    const log = await server.call<AuditPage>(`/api/v1/audit?target=${skill.id}`)
    expect(log.body.items[0]?.action).toBe('skill-purged')
  })

  it('B8: after 30 days it is not listed any more, and the curator purges it', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage')
    await remove(server, skill.id)
    server.clock.advance(tombstoneRetention - 1)
    expect((await deleted(server)).length).toBe(1)
    server.clock.advance(1)
    expect(await deleted(server)).toEqual([])
    expect((await restore(server, skill.id)).body.code).toBe('skill.not-deleted')
    server.app.curator.start()
    await server.app.curator.idle()
    await server.app.curator.stop()
    const log = await server.call<AuditPage>(`/api/v1/audit?target=${skill.id}`)
    expect(log.body.items[0]).toMatchObject({ action: 'skill-purged', actor: null })
  })

  it('B8: it is detached from its agents, and attached again when restored', async () => {
    const server = await createTestServer()
    const skill = await create(server, 'triage')
    const made = await server.call<{ id: string }>('/api/v1/agents', {
      body: { name: 'Ops', skill_ids: [skill.id] },
    })
    expect(made.status).toBe(201)
    const viewer = (await server.store.tenant(server.tenantId).members.list())[0]?.id
    const offered = async () => {
      const { agents, skills } = server.store.tenant(server.tenantId)
      const agent = await agents.get(made.body.id as never)
      return (await skills.getMany(viewer as never, agent?.skillIds ?? [])).map(({ slug }) => slug)
    }
    await remove(server, skill.id)
    expect(await offered()).toEqual([])
    await restore(server, skill.id)
    expect(await offered()).toEqual(['triage'])
  })
})
