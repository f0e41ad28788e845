import type { QuotaNumbers } from '@repertoire/core/domain'
import type { AuditPage, ConversationBody, QuotaBody, TriggerCreated } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { signDelivery } from '../../runtime/triggers/signature.ts'
import { base64, createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

const limited = (person: QuotaNumbers, organisation: QuotaNumbers = {}) =>
  createTestServer({ quotas: { person, organisation } })

const newSkill = (server: TestServer, name: string, key?: string) =>
  server.call('/api/v1/skills', {
    body: { content: skillMd(name), ...(key && { scope: 'user' }) },
    ...(key && { key }),
  })

async function say(server: TestServer, key = server.ownerKey) {
  const made = await server.call<ConversationBody>('/api/v1/conversations', { body: {}, key })
  return server.call(`/api/v1/conversations/${made.body.id}/messages`, {
    ...{ body: { text: 'Hello' }, key },
    headers: { prefer: 'respond-async' },
  })
}

describe('quotas over REST', () => {
  it('name what is used, the limit and what to do', async () => {
    const server = await limited({}, { skills: 2 })
    for (const name of ['a', 'b']) expect((await newSkill(server, name)).status).toBe(201)
    const { status, body } = await newSkill(server, 'c')
    expect([status, body]).toMatchObject([
      403,
      {
        code: 'quota.exceeded',
        hint: 'Delete skills that nobody needs, or ask the operator of this server for more.',
        details: { quota: 'skills', scope: 'organisation', limit: 2, used: 2, adding: 1 },
      },
    ])
    const items = ['c', 'd'].map((path) => ({
      path,
      files: [{ path: 'SKILL.md', content_base64: base64(skillMd(path)) }],
    }))
    const imported = await server.call('/api/v1/imports', { body: { items } })
    expect(imported.body).toMatchObject({ code: 'quota.exceeded' })
    const list = await server.call<{ items: unknown[] }>('/api/v1/skills')
    expect(list.body.items).toHaveLength(2)
  })

  it('of a person leave others alone', async () => {
    const server = await limited({ skills: 1, keys: 2 })
    const [ann, bob] = [await server.addMember('member'), await server.addMember('member')]
    expect((await newSkill(server, 'a', ann.key)).status).toBe(201)
    expect((await newSkill(server, 'b', ann.key)).body.code).toBe('quota.exceeded')
    expect((await newSkill(server, 'b', bob.key)).status).toBe(201)
    const addKey = (key: string) => server.call('/api/v1/keys', { key, body: { name: 'k' } })
    expect((await addKey(ann.key)).status).toBe(201)
    expect((await addKey(ann.key)).body.code).toBe('quota.exceeded')
    expect((await addKey(bob.key)).status).toBe(201)
  })

  it('of a day say when to try again', async () => {
    const server = await limited({ runs_per_day: 2 })
    for (const _ of [1, 2]) expect((await say(server)).status).toBe(202)
    const refused = await say(server)
    expect([refused.status, refused.body.code]).toEqual([429, 'quota.exceeded'])
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(refused.body.details).toMatchObject({
      resets_at: new Date(server.clock.now() + seconds * 1000).toISOString(),
    })
    server.clock.advance(seconds * 1000)
    expect((await say(server)).status).toBe(202)
  })

  it('of concurrent requests only as many as the limit succeed', async () => {
    const server = await limited({}, { runs_per_day: 3, skills: 3 })
    const runs = await Promise.all(Array.from({ length: 8 }, () => say(server)))
    expect(runs.filter(({ status }) => status === 202)).toHaveLength(3)
    const names = Array.from({ length: 8 }, (_, n) => `s${n}`)
    const skills = await Promise.all(names.map((name) => newSkill(server, name)))
    expect(skills.filter(({ status }) => status === 201)).toHaveLength(3)
  })

  it('are listed with what is used; other organisations have their own count', async () => {
    const server = await limited({ skills: 5 }, { runs_per_day: 9 })
    const { key } = await server.addMember('member')
    const other = await server.addTenant()
    await newSkill(server, 'org-wide')
    await newSkill(server, 'mine', key)
    await say(server, key)
    const list = async (who: string) =>
      (await server.call<{ items: QuotaBody[] }>('/api/v1/quotas', { key: who })).body.items
    const found = (items: QuotaBody[], quota: string) => items.find((one) => one.quota === quota)
    const own = await list(key)
    expect(found(own, 'skills')).toEqual({
      ...{ quota: 'skills', resets_at: null },
      organisation: { used: 2, limit: null },
      person: { used: 1, limit: 5 },
    })
    expect(found(own, 'runs_per_day')).toMatchObject({
      organisation: { used: 1, limit: 9 },
      person: { used: 1, limit: null },
      resets_at: expect.stringMatching(/T00:00:00/),
    })
    const theirs = await list(other.key)
    expect(theirs.map(({ organisation }) => organisation.used)).toEqual([0, 0, 1, 0, 0])
  })
})

describe('a webhook at its owner’s quota', () => {
  it('is refused until the next day, without numbers, and the refusal is recorded', async () => {
    const server = await limited({ runs_per_day: 1 })
    const draft = { name: 'Alerts', message: 'Look', trigger: { kind: 'webhook' } }
    const made = (await server.call<TriggerCreated>('/api/v1/triggers', { body: draft })).body
    const deliver = (id: string) => {
      const timestamp = String(Math.floor(server.clock.now() / 1000))
      const body = new TextEncoder().encode('{}')
      return server.call('/api/v1/trigger-deliveries', {
        ...{ method: 'POST', key: null, body },
        headers: {
          ...{ 'repertoire-trigger': made.signal.id, 'webhook-id': id },
          'webhook-timestamp': timestamp,
          'webhook-signature': signDelivery(made.secret ?? '', { id, timestamp, body }),
        },
      })
    }
    expect((await deliver('evt_1')).status).toBeLessThan(300)
    const refused = await deliver('evt_2')
    expect([refused.status, refused.body.code]).toEqual([429, 'quota.exceeded'])
    expect(Object.keys(refused.body.details ?? {})).toEqual(['retry_after_seconds'])
    const audit = await server.call<AuditPage>(`/api/v1/audit?target=${made.signal.id}`)
    expect(audit.body.items.map(({ action }) => action)).toContain('signal-refused')
    server.clock.advance(86_400_000)
    expect((await deliver('evt_2')).status).toBeLessThan(300)
  })
})
