import type {
  InboxKeysBody,
  InboxPageBody,
  PendingRevisionBulkResult,
  SkillBody,
  SkillPage,
} from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  blockedSkill,
  cleanSkill,
  createSourceServer,
  type SourceServer,
} from '../../testing/source-fixtures.ts'
import { skillMd } from '../../testing/test-server.ts'

let server: SourceServer
beforeEach(async () => {
  server = await createSourceServer()
})

const inbox = async (query = '', key?: string) =>
  (await server.call<InboxPageBody>(`/api/v1/inbox?${query}`, key ? { key } : {})).body

/** A member's offer to the organisation. */
async function offered(): Promise<string> {
  const member = await server.addMember('member')
  const key = member.key
  const body = { content: skillMd('own-notes', 'Takes notes.'), scope: 'user' }
  const { id, digest } = (await server.call<SkillBody>('/api/v1/skills', { key, body })).body
  const offer = { key, body: { digest, reason: 'Useful to all.' } }
  expect((await server.call(`/api/v1/skills/${id}/offer`, offer)).status).toBe(201)
  return key
}

describe('one inbox', () => {
  it('lists imports and offers together, counts them by source and reason, and filters', async () => {
    const one = await server.synced('one', {
      'skills/a': cleanSkill('a'),
      'skills/b': cleanSkill('b'),
      'skills/bad': blockedSkill('bad'),
    })
    await offered()
    const all = await inbox('limit=2')
    expect([all.items.length, all.total]).toEqual([2, 4])
    const rest = await inbox(`limit=2&cursor=${all.next_cursor}`)
    const kinds = [...all.items, ...rest.items].map(({ kind }) => kind).sort()
    expect([kinds, rest.next_cursor]).toEqual([['import', 'import', 'import', 'offer'], null])
    expect(all.groups).toContainEqual(
      expect.objectContaining({
        kind: 'import',
        source_id: one.id,
        alike: 'clean import',
        count: 2,
      }),
    )
    const blocked = await inbox('verdict=blocked')
    expect(blocked.items).toMatchObject([{ slug: 'bad', verdict: 'blocked', kind: 'import' }])
    expect((await inbox('permission=scripts')).items.map(({ slug }) => slug)).toEqual(['bad'])
    const digest = expect.stringMatching(/^sha256:/)
    expect((await inbox('kind=offer')).items).toMatchObject([{ slug: 'own-notes', digest }])
    expect((await inbox('blocking=true')).total).toBe(0)
    expect((await inbox('blocking=false&kind=offer')).total).toBe(1)
    expect((await inbox('awaits=you')).total).toBe(4)
    expect((await inbox('text=TAKES')).total).toBe(0)
    expect((await inbox('text=useful')).total).toBe(1)
  })

  it('marks an offer whose skill has changed since as out of date, and no other', async () => {
    const key = await offered()
    const entries = async (asked?: string) =>
      (await inbox('kind=offer', asked)).items.map((one) => one.out_of_date)
    expect([await entries(), await entries(key)]).toEqual([[false], [false]])
    const { items } = (await server.call<SkillPage>('/api/v1/skills', { key })).body
    const content = skillMd('own-notes', 'Takes other notes.')
    await server.call(`/api/v1/skills/${items[0]?.id}`, { key, method: 'PUT', body: { content } })
    expect([await entries(), await entries(key)]).toEqual([[true], [true]])
    await server.synced('one', { 'skills/a': cleanSkill('a') })
    expect((await inbox('kind=import')).items.map((one) => one.out_of_date)).toEqual([false])
  })

  it('marks an offer that changes a skill of the organisation, once that has changed', async () => {
    const theirs = { content: skillMd('own-notes', 'Theirs.'), scope: 'org' }
    const { id } = (await server.call<SkillBody>('/api/v1/skills', { body: theirs })).body
    await offered()
    const marks = async () => (await inbox('kind=offer')).items.map((one) => one.out_of_date)
    expect(await marks()).toEqual([false])
    const body = { content: skillMd('own-notes', 'Theirs, other.') }
    await server.call(`/api/v1/skills/${id}`, { method: 'PUT', body })
    expect(await marks()).toEqual([true])
    await server.call(`/api/v1/skills/${id}`, { method: 'DELETE' })
    expect(await marks()).toEqual([true])
  })

  it('tells a member what waits for them from what they offered, and wait for', async () => {
    const key = await offered()
    expect((await inbox('awaits=you', key)).total).toBe(0)
    expect((await inbox('awaits=others', key)).items).toMatchObject([{ slug: 'own-notes' }])
    expect((await inbox('awaits=others')).total).toBe(0)
  })

  it('decides on all that match by their digests: clean imports, and then clean updates', async () => {
    const skills = (body: string) =>
      Object.fromEntries(
        Array.from({ length: 30 }, (_, n) => [`skills/s${n}`, cleanSkill(`s${n}`, body)]),
      )
    const source = await server.synced('many', { ...skills('Do it.'), bad: blockedSkill('bad') })
    const decideAll = async (query: string) => {
      const path = `/api/v1/inbox/keys?source_id=${source.id}&${query}`
      const { items } = (await server.call<InboxKeysBody>(path)).body
      const body = { decision: 'approve', enable: true, items }
      return (await server.call<PendingRevisionBulkResult>('/api/v1/reviews/decide', { body })).body
        .results
    }
    const imported = await decideAll('kind=import&alike=clean%20import')
    expect(new Set(imported.map(({ state }) => state))).toEqual(new Set(['approved']))
    expect([imported.length, (await inbox()).items.map(({ slug }) => slug)]).toEqual([30, ['bad']])
    server.offer('many', 'two', skills('Do it well.'))
    await server.sync(source.id)
    expect((await inbox('kind=update')).groups).toMatchObject([
      { alike: 'clean update', count: 30 },
    ])
    const updated = await decideAll('kind=update')
    expect(updated.map(({ state }) => state)).toEqual(Array(30).fill('approved'))
    expect((await inbox('kind=update')).total).toBe(0)
  })

  it('shows a member their own offer and no import, and another member nothing', async () => {
    await server.synced('one', { 'skills/a': cleanSkill('a') })
    const key = await offered()
    expect((await inbox('', key)).items).toMatchObject([{ kind: 'offer', slug: 'own-notes' }])
    expect((await server.call<InboxKeysBody>('/api/v1/inbox/keys', { key })).body.items).toEqual([])
    const other = await server.addMember('member')
    expect(await inbox('', other.key)).toMatchObject({ items: [], total: 0, groups: [] })
  })

  it('moves an arrival to another reason when its finding is suppressed, and back', async () => {
    await server.synced('one', { 'skills/bad': blockedSkill('bad') })
    const [entry] = (await inbox()).items
    const arrival = (
      await server.call<{ trust: { findings: { rule: string; match: string }[] } }>(
        `/api/v1/reviews/${entry?.id}`,
      )
    ).body
    for (const { rule } of arrival.trust.findings) {
      const body = { arrival_id: entry?.id, rule, reason: 'Ours, for a drill.' }
      await server.call('/api/v1/suppressions', { body })
    }
    expect((await inbox()).items).toMatchObject([{ verdict: 'clean', alike: 'clean import' }])
    const { items } = (await server.call<{ items: { id: string }[] }>('/api/v1/suppressions')).body
    for (const { id } of items)
      await server.request(`/api/v1/suppressions/${id}`, { method: 'DELETE' })
    expect((await inbox()).items).toMatchObject([{ verdict: 'blocked', alike: entry?.alike }])
  })
})
