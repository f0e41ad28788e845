import type {
  AuditPage,
  CollectionSetBackResult,
  CollectionSkillList,
  RecordedPromotionList,
} from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { addCollection, type TestCollection } from '../../testing/collection-fixtures.ts'
import { addSkill } from '../../testing/registry-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let collection: TestCollection
let path: string

/** Promoted twice: first with the first text of triage, then with its second and another skill. */
beforeEach(async () => {
  server = await createTestServer()
  await addSkill(server, { name: 'triage', body: 'First.\n' })
  collection = await addCollection(server, { slug: 'billing' })
  path = `/api/v1/collections/${collection.id}`
  await promote()
  await addSkill(server, { name: 'triage', body: 'Second.\n' })
  await addSkill(server, { name: 'other' })
  await promote()
})

const skills = async (label: string) =>
  (await server.call<CollectionSkillList>(`${path}/skills?label=${label}`)).body
const promotions = async () => (await server.call<RecordedPromotionList>(`${path}/promotions`)).body

async function promote() {
  const { digest } = await skills('canary')
  await server.call(`${path}/promotion`, { method: 'PUT', body: { digest } })
}

interface Back {
  readonly digest?: string
  readonly key?: string
}

async function setBack(number: number, { digest, key }: Back = {}) {
  const body = { digest: digest ?? (await promotions()).digest }
  return server.call<CollectionSetBackResult>(`${path}/promotions/${number}/set-back`, {
    ...{ method: 'POST', body },
    ...(key !== undefined && { key }),
  })
}

/** SKILL.md of triage, as a client of the index gets it. */
async function taken(name: string): Promise<string> {
  const file = `/s/${collection.token}/${name}/.well-known/skills/triage/SKILL.md`
  return (await server.request(file, { key: null })).text()
}

const idOf = async (name: string) =>
  (await skills('canary')).items.find((one) => one.name === name)?.id ?? ''

describe('production of a collection', () => {
  it('lists who promoted it and when, and which revisions changed', async () => {
    const { items, digest } = await promotions()
    expect(digest).toBe((await skills('production')).digest)
    expect(items).toMatchObject([
      {
        ...{ number: 2, current: true, promoted_by_name: 'Owner', skills: 2, repeats: null },
        changes: [
          { name: 'other', change: 'added' },
          { name: 'triage', change: 'changed' },
        ],
        left_out: [],
      },
      { number: 1, current: false, changes: [{ name: 'triage', change: 'added' }] },
    ])
  })

  it('is set back to an earlier promotion, and forth again; canary and the skills stay', async () => {
    const before = await skills('production')
    const back = await setBack(1)
    expect([back.status, back.body.left_out]).toEqual([200, []])
    expect(await taken('billing')).toContain('First.')
    expect(await taken('billing.canary')).toContain('Second.')
    const { items, digest } = await promotions()
    expect(items.map(({ number, current, repeats }) => [number, current, repeats])).toEqual([
      [3, true, 1],
      [2, false, null],
      [1, false, null],
    ])
    expect(back.body.digest).toBe(digest)
    await setBack(2)
    expect(await skills('production')).toEqual(before)
  })

  it('is in the audit log with the promotion', async () => {
    await setBack(1)
    const { body } = await server.call<AuditPage>('/api/v1/audit?action=collection-set-back')
    expect(body.items).toMatchObject([
      { target: collection.id, details: { slug: 'billing', promotion: 1, left_out: 0 } },
    ])
  })

  it('never gets a revoked revision or a disabled skill back, and says so first', async () => {
    const [, first] = (await promotions()).items
    const digest = first?.changes[0]?.digest
    await server.call('/api/v1/revocations', { body: { digest, reason: 'leaks' } })
    const revoked = { name: 'triage', digest, reason: 'revoked' }
    expect((await promotions()).items[1]?.left_out).toMatchObject([revoked])
    expect((await setBack(1)).body.left_out).toMatchObject([revoked])
    expect((await skills('production')).items).toEqual([])
    // Also not when the revocation ends: only a promotion brings it back.
    await server.call(`/api/v1/revocations/${digest}`, { method: 'DELETE' })
    expect((await skills('production')).items).toEqual([])
    const other = await idOf('other')
    await server.call(`/api/v1/skills/${other}`, { method: 'PUT', body: { enabled: false } })
    expect((await setBack(2)).body.left_out).toMatchObject([
      { id: other, name: 'other', reason: 'unavailable' },
    ])
  })

  it('of two at once is set back by one, and by nobody who read another list', async () => {
    const { digest } = await promotions()
    const both = await Promise.all([setBack(1, { digest }), setBack(1, { digest })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = await setBack(2, { digest })
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'collection.changed', hint: expect.any(String) },
    ])
    expect(await taken('billing')).toContain('First.')
  })

  it('is set back after the pinning has ended, too', async () => {
    await server.request(`${path}/promotion`, { method: 'DELETE' })
    expect((await promotions()).items.every(({ current }) => !current)).toBe(true)
    await setBack(1)
    expect(await taken('billing')).toContain('First.')
  })

  it('is set back by nobody without the right to promote, nobody elsewhere, and to nothing unknown', async () => {
    const { digest } = await promotions()
    const member = await server.addMember('member')
    const elsewhere = await server.addTenant()
    expect((await setBack(1, { digest, key: member.key })).status).toBe(403)
    expect((await setBack(1, { digest, key: elsewhere.key })).status).toBe(404)
    const list = await server.request(`${path}/promotions`, { key: elsewhere.key })
    expect(list.status).toBe(404)
    const unknown = await setBack(9, { digest })
    expect([unknown.status, unknown.body]).toMatchObject([
      404,
      { code: 'collection.promotion-not-found', hint: expect.any(String) },
    ])
    expect(await taken('billing')).toContain('Second.')
  })
})
