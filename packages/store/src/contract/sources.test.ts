import type { SkillId } from '@repertoire/core/base'
import type { SkillSource, SyncState } from '@repertoire/core/domain'
import type { SyncBatch, TenantStore } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { checkedContent } from './checked-content.ts'
import { allPages, rejection } from './expectations.ts'
import { itemOf, newSource, noAudit, toHold } from './pending-revision-fixture.ts'
import { ann, forEveryStore, type StoreFixture } from './store-fixture.ts'

const none: SyncBatch = { items: [], holds: [], applies: [], progress: { done: 0, total: 0 } }

async function withSource(fixture: StoreFixture, change: Partial<SkillSource> = {}) {
  const tenant = await fixture.tenant()
  const source = newSource(fixture, change)
  await tenant.sources.create(source)
  return { tenant, source }
}

const lease = (owner: string, until = 1_000) => ({ owner, until })

async function syncing(fixture: StoreFixture) {
  const made = await withSource(fixture)
  await made.tenant.sources.startSync(made.source.id, lease('one'), 0)
  return made
}

async function savedSkill(tenant: TenantStore, slug: string, body: string) {
  const [saved] = await tenant.skills.save([checkedContent(slug, { body })], 'create')
  if (saved?.status !== 'created') throw new Error('not created')
  return saved.skill
}

forEveryStore('sources', (fixture) => {
  test('A9: a source reads back complete, by name, and its name is its own', async () => {
    const { tenant, source } = await withSource(fixture, { name: 'b', encryptedToken: 'x' })
    const first = newSource(fixture, { name: 'a' })
    await tenant.sources.create(first)
    expect(await tenant.sources.list()).toEqual([first, source])
    expect(await tenant.sources.get(source.id)).toEqual(source)
    expect(await rejection(tenant.sources.create(newSource(fixture, { name: 'a' })))).toBe(
      'source.name-taken',
    )
    const renaming = tenant.sources.update(source.id, { name: 'a', updatedAt: 2 })
    expect(await rejection(renaming)).toBe('source.name-taken')
  })

  test('another organisation neither sees nor changes it', async () => {
    const { source } = await syncing(fixture)
    const { sources } = await fixture.tenant()
    expect(await sources.get(source.id)).toBeNull()
    expect(await sources.allItems(source.id)).toEqual([])
    expect(await rejection(sources.update(source.id, { name: 'x', updatedAt: 2 }))).toBe(
      'source.not-found',
    )
    expect(await rejection(sources.remove(source.id))).toBe('source.not-found')
    expect(await rejection(sources.startSync(source.id, lease('two'), 5_000))).toBe(
      'source.not-found',
    )
    expect(await rejection(sources.recordBatch(source.id, lease('one'), none))).toBe(
      'source.lease-lost',
    )
    expect(await sources.requestCancel(source.id)).toBe(false)
  })

  test('a change raises its version, and one of an older version is refused', async () => {
    const { tenant, source } = await withSource(fixture)
    const after = await tenant.sources.update(source.id, { enabled: false, updatedAt: 9 }, 1)
    expect(after).toEqual({ ...source, enabled: false, updatedAt: 9, version: 2 })
    const late = tenant.sources.update(source.id, { enabled: true, updatedAt: 10 }, 1)
    expect(await rejection(late)).toBe('source.stale')
    expect(await tenant.sources.get(source.id)).toEqual(after)
  })

  test('A10: one attempt syncs; another gets in only when its lease is over', async () => {
    const { tenant, source } = await withSource(fixture)
    const started = await tenant.sources.startSync(source.id, lease('one'), 0)
    expect(started?.sync.status).toBe('running')
    expect(await tenant.sources.startSync(source.id, lease('two'), 999)).toBeNull()
    expect(await tenant.sources.startSync(source.id, lease('two', 5_000), 1_000)).not.toBeNull()
    const late = tenant.sources.recordBatch(source.id, lease('one'), {
      ...none,
      items: [itemOf(checkedContent('a'))],
    })
    expect(await rejection(late)).toBe('source.lease-lost')
    expect(await tenant.sources.allItems(source.id)).toEqual([])
  })

  test('A10: a running sync says until when it counts as alive, and its next write moves that', async () => {
    const { tenant, source } = await withSource(fixture)
    const { sources } = tenant
    const untilOf = async () => (await sources.get(source.id))?.leaseUntil
    expect(await untilOf()).toBeNull()
    expect((await sources.startSync(source.id, lease('one'), 0))?.leaseUntil).toBe(1_000)
    await sources.recordBatch(source.id, lease('one', 2_000), none)
    expect(await untilOf()).toBe(2_000)
    expect((await sources.list()).map(({ leaseUntil }) => leaseUntil)).toEqual([2_000])
    await sources.finishSync(source.id, lease('one'), source.sync)
    expect(await untilOf()).toBeNull()
  })

  test('of many attempts at the same time exactly one begins', async () => {
    const { tenant, source } = await withSource(fixture)
    const begun = await Promise.all(
      ['a', 'b', 'c', 'd'].map((owner) => tenant.sources.startSync(source.id, lease(owner), 0)),
    )
    expect(begun.filter((one) => one !== null)).toHaveLength(1)
  })

  test('a batch is written completely, with its progress, and pages by entry', async () => {
    const { tenant, source } = await syncing(fixture)
    const arrivals = ['c', 'a', 'b'].map((slug) =>
      checkedContent(slug, { files: { 'x.txt': slug } }),
    )
    const holds = arrivals.map((one) => toHold(fixture, one, { sourceId: source.id }))
    const result = await tenant.sources.recordBatch(source.id, lease('one', 2_000), {
      ...{ ...none, holds, items: arrivals.map((one) => itemOf(one)) },
      progress: { done: 3, total: 9 },
    })
    expect(result).toEqual({ isCancelled: false })
    const read = await tenant.sources.get(source.id)
    expect(read?.sync.progress).toEqual({ done: 3, total: 9 })
    const paged = await allPages((page) => tenant.sources.items(source.id, page), 2)
    expect(paged.map(({ entryId }) => entryId)).toEqual(['skills/a', 'skills/b', 'skills/c'])
    expect(await tenant.sources.allItems(source.id)).toEqual(paged)
    expect(await tenant.reviews.countPending('imports')).toBe(3)
  })

  test('A10: what the source took back ends with its reason; what it still has waits on', async () => {
    const { tenant, source } = await syncing(fixture)
    const [back, gone, kept, other] = ['back', 'gone', 'kept', 'other'].map((slug) =>
      toHold(fixture, checkedContent(slug), { sourceId: slug === 'other' ? null : source.id }),
    )
    if (!back || !gone || !kept || !other) throw new Error('no arrivals')
    await tenant.reviews.hold([back, gone, kept, other])
    const takenBack = [
      {
        entryId: back.held.entryId,
        digest: checkedContent('back', { body: 'before' }).facts.digest,
      },
      { entryId: gone.held.entryId, digest: null },
      { entryId: kept.held.entryId, digest: kept.held.digest },
      { entryId: other.held.entryId, digest: null },
    ]
    await tenant.sources.recordBatch(source.id, lease('one', 2_000), { ...none, takenBack })
    const ends = await Promise.all(
      [back, gone, kept, other].map(({ held }) => tenant.reviews.get(held.id, 'imports')),
    )
    expect(ends.map((one) => one?.state)).toEqual(['superseded', 'superseded', 'held', 'held'])
    expect(ends.map((one) => one?.note)).toEqual([
      ...[expect.stringContaining('took it back'), expect.stringContaining('not there any more')],
      ...['', ''],
    ])
    expect(ends[0]?.decidedAt).not.toBeNull()
  })

  test('a batch that cannot be written whole is not written at all', async () => {
    const tenant = await fixture.tenant({ organisation: { bytes: 1_000 }, person: {} })
    const source = newSource(fixture)
    await tenant.sources.create(source)
    await tenant.sources.startSync(source.id, lease('one'), 0)
    const packages = [
      checkedContent('small'),
      checkedContent('large', { files: { 'x.txt': 'x'.repeat(2_000) } }),
    ]
    const holds = packages.map((one) => toHold(fixture, one, { sourceId: source.id }))
    const items = packages.map((one) => itemOf(one))
    const written = tenant.sources.recordBatch(source.id, lease('one'), { ...none, items, holds })
    expect(await rejection(written)).toBe('quota.exceeded')
    expect(await tenant.reviews.countPending('imports')).toBe(0)
    expect(await tenant.sources.allItems(source.id)).toEqual([])
  })

  test('a person can stop it: the next batch says so', async () => {
    const { tenant, source } = await syncing(fixture)
    expect(await tenant.sources.requestCancel(source.id)).toBe(true)
    expect(await tenant.sources.recordBatch(source.id, lease('one'), none)).toEqual({
      isCancelled: true,
    })
  })

  test('an end is kept and frees the source; a later write of that attempt is refused', async () => {
    const { tenant, source } = await syncing(fixture)
    const sync: SyncState = {
      ...{ status: 'partial', error: null, version: 'c1', lastSyncAt: 7, nextSyncAt: 99 },
      ...{ notices: [{ code: 'ref.moved', message: 'The tag moved.' }], progress: null },
      counts: { total: 3, added: 1, changed: 0, held: 1, missing: 0, failed: 1 },
      failures: 0,
    }
    const after = await tenant.sources.finishSync(source.id, lease('one'), sync)
    expect(after.sync).toEqual(sync)
    expect(await tenant.sources.get(source.id)).toEqual(after)
    const again = tenant.sources.finishSync(source.id, lease('one'), sync)
    expect(await rejection(again)).toBe('source.lease-lost')
    expect(await tenant.sources.startSync(source.id, lease('two'), 8)).not.toBeNull()
  })

  test('another address or token ends the running attempt and forgets what was read', async () => {
    const { tenant, source } = await syncing(fixture)
    const config = { kind: 'url', url: 'https://example.com/SKILL.md' } as const
    const after = await tenant.sources.update(source.id, { config, updatedAt: 2 })
    expect(after.sync).toMatchObject({ status: 'cancelled', version: null })
    expect(await rejection(tenant.sources.recordBatch(source.id, lease('one'), none))).toBe(
      'source.lease-lost',
    )
  })

  test('A10: an update by policy makes the revision, and its record is approved', async () => {
    const { tenant, source } = await syncing(fixture)
    const skill = await savedSkill(tenant, 'deploy', 'old')
    const update = checkedContent('deploy', { body: 'new' })
    const base = { sourceId: source.id, skillId: skill.id, baseDigest: skill.head.digest }
    const record = toHold(fixture, update, { ...base, state: 'approved', decidedAt: 5 })
    const applied = { skillId: skill.id, appliedDigest: update.facts.digest }
    await tenant.sources.recordBatch(source.id, lease('one'), {
      ...{ ...none, applies: [{ arrival: update, record }], items: [itemOf(update, applied)] },
    })
    const head = (await tenant.skills.get(ann, skill.id))?.head
    expect(head).toMatchObject({ number: 2, digest: update.facts.digest })
    expect(await tenant.reviews.get(record.held.id, 'imports')).toMatchObject({ state: 'approved' })
    expect(await tenant.sources.allItems(source.id)).toMatchObject([applied])
    expect(await tenant.sources.itemsOfSkills([skill.id, 'skl_other' as SkillId])).toEqual(
      await tenant.sources.allItems(source.id),
    )
    expect(await tenant.sources.itemsOfSkills(['skl_other' as SkillId])).toEqual([])
    expect(await tenant.sources.itemsOfSkills([])).toEqual([])
  })

  test('A10: an update that waited for its age is the same pending import when it is applied, and a decision meanwhile wins', async () => {
    const { tenant, source } = await syncing(fixture)
    const skill = await savedSkill(tenant, 'deploy', 'old')
    const base = { sourceId: source.id, skillId: skill.id, baseDigest: skill.head.digest }
    const [update, other] = [
      checkedContent('deploy', { body: 'new' }),
      checkedContent('deploy', { body: 'other' }),
    ]
    const waiting = toHold(fixture, update, { ...base, waitsForAge: true })
    await tenant.sources.recordBatch(source.id, lease('one'), { ...none, holds: [waiting] })
    const due = { ...waiting.held, state: 'approved' as const, decidedAt: 9 }
    const applies = [{ arrival: update, record: { ...waiting, held: due } }]
    await tenant.sources.recordBatch(source.id, lease('one'), { ...none, applies })
    const head = (await tenant.skills.get(ann, skill.id))?.head
    expect(head?.digest).toBe(update.facts.digest)
    expect(await tenant.reviews.get(due.id, 'imports')).toEqual(due)
    const late = toHold(fixture, other, {
      ...{ ...base, baseDigest: update.facts.digest, waitsForAge: true },
    })
    await tenant.sources.recordBatch(source.id, lease('one'), { ...none, holds: [late] })
    const decision = { by: ann, note: 'no', now: 10, from: ['held'], to: 'rejected' } as const
    await tenant.reviews.decide(late.held.id, decision)
    const record = { ...late, held: { ...late.held, state: 'approved' as const, decidedAt: 11 } }
    const tooLate = { ...none, applies: [{ arrival: other, record }] }
    await tenant.sources.recordBatch(source.id, lease('one'), tooLate)
    expect((await tenant.skills.get(ann, skill.id))?.head.digest).toBe(update.facts.digest)
    expect(await tenant.reviews.get(late.held.id, 'imports')).toMatchObject({
      state: 'rejected',
      note: 'no',
    })
  })

  test('an update by policy is held when somebody edited the skill meanwhile', async () => {
    const { tenant, source } = await syncing(fixture)
    const skill = await savedSkill(tenant, 'deploy', 'old')
    const base = { sourceId: source.id, skillId: skill.id, baseDigest: skill.head.digest }
    await tenant.skills.save([checkedContent('deploy', { body: 'edited' })], 'upsert')
    const update = checkedContent('deploy', { body: 'new' })
    const record = toHold(fixture, update, { ...base, state: 'approved', decidedAt: 5 })
    await tenant.sources.recordBatch(source.id, lease('one'), {
      ...{ ...none, applies: [{ arrival: update, record }] },
      items: [itemOf(update, { skillId: skill.id, appliedDigest: update.facts.digest })],
    })
    expect((await tenant.skills.get(ann, skill.id))?.head.digest).not.toBe(update.facts.digest)
    expect(await tenant.reviews.get(record.held.id, 'imports')).toMatchObject({
      ...{ state: 'held', decidedAt: null },
    })
    expect(await tenant.sources.allItems(source.id)).toMatchObject([{ appliedDigest: null }])
  })

  test('an update by policy is held when its content is revoked, and the rest of the batch is written', async () => {
    const { tenant, source } = await syncing(fixture)
    const skill = await savedSkill(tenant, 'deploy', 'old')
    const [update, other] = [checkedContent('deploy', { body: 'new' }), checkedContent('other')]
    const { digest } = update.facts
    const why = { severity: 'critical', reason: 'It steals keys.', url: null } as const
    await tenant.reviews.revoke({ ...why, digest, by: ann, at: 3 })
    const base = { sourceId: source.id, skillId: skill.id, baseDigest: skill.head.digest }
    const record = toHold(fixture, update, { ...base, state: 'approved', decidedAt: 5 })
    const applied = itemOf(update, { skillId: skill.id, appliedDigest: digest })
    await tenant.sources.recordBatch(source.id, lease('one'), {
      ...{ ...none, applies: [{ arrival: update, record }] },
      holds: [toHold(fixture, other, { sourceId: source.id })],
      items: [applied, itemOf(other)],
    })
    expect((await tenant.skills.get(ann, skill.id))?.head.digest).toBe(skill.head.digest)
    expect((await tenant.reviews.get(record.held.id, 'imports'))?.state).toBe('held')
    expect(await tenant.reviews.countPending('imports')).toBe(2)
  })

  test('an approval during a sync is not undone by the rest of it', async () => {
    const { tenant, source } = await syncing(fixture)
    const { reviews, sources } = tenant
    const one = checkedContent('deploy')
    const hold = toHold(fixture, one, { sourceId: source.id })
    await sources.recordBatch(source.id, lease('one'), {
      ...{ ...none, holds: [hold], items: [itemOf(one)] },
    })
    const decision = { by: ann, note: '', now: 9 }
    await reviews.approve(hold.held.id, {
      ...{ ...decision, arrival: one, expectedHead: null, enable: true, auditOf: noAudit },
    })
    await sources.recordBatch(source.id, lease('one'), {
      ...{ ...none, items: [itemOf(one, { state: 'missing' })] },
    })
    const [item] = await sources.allItems(source.id)
    expect(item).toMatchObject({ state: 'missing', appliedDigest: one.facts.digest })
    expect(item?.skillId).not.toBeNull()
  })

  test('removing it takes what waits along; decided arrivals and skills stay', async () => {
    const { tenant, source } = await syncing(fixture)
    const { reviews, sources, skills } = tenant
    const [done, waiting] = ['done', 'waiting'].map((slug) =>
      toHold(fixture, checkedContent(slug), { sourceId: source.id }),
    ) as [ReturnType<typeof toHold>, ReturnType<typeof toHold>]
    await reviews.hold([done, waiting])
    const decision = {
      by: ann,
      note: '',
      now: 9,
      expectedHead: null,
      enable: true,
      auditOf: noAudit,
    }
    await reviews.approve(done.held.id, { ...decision, arrival: checkedContent('done') })
    await sources.remove(source.id)
    expect(await sources.get(source.id)).toBeNull()
    expect(await reviews.get(waiting.held.id, 'imports')).toBeNull()
    expect((await reviews.get(done.held.id, 'imports'))?.state).toBe('approved')
    expect((await skills.list(ann, {}, { limit: 5 })).items).toHaveLength(1)
  })

  test('A10: due are the scheduled ones whose time has come, and those that somebody left', async () => {
    const at = (nextSyncAt: number | null) => ({ ...newSource(fixture).sync, nextSyncAt })
    const { tenant, source } = await withSource(fixture, { sync: at(500) })
    const add = async (change: Partial<SkillSource>) => {
      const one = newSource(fixture, change)
      await tenant.sources.create(one)
      return one
    }
    const later = await add({ sync: at(501) })
    const byHand = await add({ sync: at(null) })
    await add({ sync: at(1), enabled: false })
    const due = async (now: number) =>
      (await fixture.store.directory.dueSources(now, 1_000))
        .filter(({ tenantId }) => tenantId === tenant.tenantId)
        .map(({ id }) => id)
    expect(await due(500)).toEqual([source.id])
    expect(new Set(await due(501))).toEqual(new Set([source.id, later.id]))
    await tenant.sources.startSync(source.id, lease('one', 2_000), 501)
    await tenant.sources.startSync(byHand.id, lease('one', 2_000), 501)
    expect(await due(501)).toEqual([later.id])
    expect(new Set(await due(2_000))).toEqual(new Set([source.id, later.id, byHand.id]))
  })

  test('A10: a server that knows that no other one lives takes running syncs over at once, and what they write then is lost', async () => {
    const { tenant, source } = await withSource(fixture)
    const { sources } = tenant
    await sources.startSync(source.id, lease('gone', 30_000), 100)
    await fixture.store.directory.endSyncLeases(200)
    const due = await fixture.store.directory.dueSources(200, 1_000)
    expect(due.map(({ id }) => id)).toContain(source.id)
    expect(await sources.startSync(source.id, lease('new', 30_200), 200)).not.toBeNull()
    const late = sources.recordBatch(source.id, lease('gone', 31_000), {
      ...{ items: [], holds: [], applies: [] },
    })
    expect(await rejection(late)).toBe('source.lease-lost')
  })

  test('what waits counts against the quota of the organisation', async () => {
    const tenant = await fixture.tenant({ organisation: { bytes: 1_000 }, person: {} })
    const hold = toHold(fixture, checkedContent('large', { files: { 'x.txt': 'x'.repeat(2_000) } }))
    expect(await rejection(tenant.reviews.hold([hold]))).toBe('quota.exceeded')
    expect(await tenant.reviews.countPending('imports')).toBe(0)
    await tenant.reviews.hold([toHold(fixture, checkedContent('small'))])
    const [bytes] = await tenant.quotas.usage(ann, 1)
    expect(bytes?.organisation).toBeGreaterThan(0)
  })
})
