import type { ProblemBody, SkillPage, SourceBody } from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { cleanSkill, createSourceServer, type SourceServer } from '../../testing/source-fixtures.ts'

const path = '/api/v1/skills/sources'

let server: SourceServer
let key: string
beforeEach(async () => {
  server = await createSourceServer()
  key = (await server.addMember('member')).key
})

const add = (change: object = {}) =>
  server.call<SourceBody & ProblemBody>(path, {
    ...{ key, body: { source_type: 'github', config: { repo: 'acme/mine' }, ...change } },
  })
const change = (id: string, body: object) =>
  server.call<SourceBody & ProblemBody>(`${path}/${id}`, { key, method: 'PUT', body })

/** A source that the member added and read to its end. */
async function read(version = 'one', body?: string): Promise<SourceBody> {
  server.offer('mine', version, { a: cleanSkill('a', body) })
  const source = (await add()).body
  const started = await server.call(`${path}/${source.id}/sync`, { key, method: 'POST' })
  expect(started.status).toBe(202)
  await server.app.sources.idle()
  return source
}

const skills = async () => (await server.call<SkillPage>('/api/v1/skills', { key })).body.items

describe('A13: a member with skills.write brings skills in, and an admin reviews them', () => {
  it('adds a source of their own, whose skills wait; only an admin approves them', async () => {
    const source = await read()
    const waiting = (await server.held()).a
    expect(waiting).toMatchObject({ state: 'held', source_id: source.id })
    expect(await skills()).toEqual([])
    const one = `/api/v1/reviews/${waiting?.id}`
    const { digest, id } = waiting ?? { digest: '', id: '' }
    for (const decision of ['approve', 'reject', 'quarantine', 'hold']) {
      const refused = await server.call(`${one}/${decision}`, { key, body: { digest } })
      expect([decision, refused.status]).toEqual([decision, 403])
    }
    const items = [{ id, digest }]
    const many = { key, body: { decision: 'approve', enable: true, items } }
    expect((await server.call('/api/v1/reviews/decide', many)).status).toBe(403)
    expect(await skills()).toEqual([])
    await server.approve('a')
    expect((await skills()).map(({ slug, enabled }) => [slug, enabled])).toEqual([['a', true]])
  })

  it('an update waits too, and leaves the revision in use', async () => {
    const source = await read()
    await server.approve('a')
    const [before] = await skills()
    server.offer('mine', 'two', { a: cleanSkill('a', 'Otherwise.') })
    await server.call(`${path}/${source.id}/sync`, { key, method: 'POST' })
    await server.app.sources.idle()
    expect(await server.held()).toMatchObject({ a: { skill_id: before?.id } })
    expect(await skills()).toEqual([before])
  })

  it('never lets a source apply updates by itself, and gives it no token', async () => {
    const { id } = await read()
    for (const trusting of [
      { review_policy: 'apply-clean' },
      { minimum_update_age_days: 0 },
      { token: 'secret' },
    ]) {
      for (const answer of [await add(trusting), await change(id, trusting)]) {
        expect([answer.status, answer.body.code]).toEqual([403, 'source.trust-forbidden'])
      }
    }
    expect((await change(id, { name: 'My runbooks', enabled: false })).status).toBe(200)
  })

  it('leaves a source alone that an admin has come to trust: not its address, sync or end', async () => {
    const { id } = await read()
    const body = { review_policy: 'apply-clean' }
    expect((await server.call(`${path}/${id}`, { method: 'PUT', body })).status).toBe(200)
    const attempts = [
      ['', 'PUT', { config: { repo: 'evil/mine' } }],
      ['', 'PUT', { review_policy: 'hold' }],
      ['', 'DELETE', undefined],
      ['/sync', 'POST', {}],
      ['/cancel', 'POST', undefined],
    ] as const
    for (const [below, method, sent] of attempts) {
      const refused = await server.call(`${path}/${id}${below}`, { key, method, body: sent })
      expect([below, method, refused.body.code]).toEqual([below, method, 'source.trust-forbidden'])
    }
  })

  it('changes, syncs and removes no source of another person', async () => {
    const theirs = await server.addSource('theirs')
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { enabled: false } : undefined
      const refused = await server.call(`${path}/${theirs.id}`, { key, method, body })
      expect([method, refused.body.code]).toEqual([method, 'source.others-forbidden'])
    }
    const own = (await add()).body
    expect((await server.call(`${path}/${own.id}`, { key, method: 'DELETE' })).status).toBe(204)
  })

  it('sees why a source of their own cannot be read', async () => {
    const { id } = (await add({ config: { repo: 'acme/absent' } })).body
    await server.sync(id)
    const seen = await server.call<SourceBody>(`${path}/${id}`, { key })
    expect(seen.body.last_sync_error?.code).toBe('source.not-found-or-private')
  })

  it('D10: what they install from the catalogue waits, and the audit log says who wants it', async () => {
    const { id } = await server.synced('ours', { a: cleanSkill('a') })
    const waiting = (await server.held()).a
    const digest = waiting?.digest
    for (const body of [
      { source_id: id, path: 'a' },
      { source_id: id, path: 'a', digest },
    ]) {
      const asked = await server.call('/api/v1/skills/catalog/install', { key, body })
      expect([asked.status, asked.body]).toEqual([
        202,
        { arrival_id: waiting?.id, slug: 'a', digest, state: 'held' },
      ])
    }
    expect(await skills()).toEqual([])
    expect((await server.held()).a?.state).toBe('held')
    expect(await (await server.request('/api/v1/audit')).text()).toContain('arrival-requested')
  })
})
