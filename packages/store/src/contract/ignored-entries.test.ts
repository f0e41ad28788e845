import type { IgnoredEntryId } from '@repertoire/core/base'
import type { IgnoredEntry } from '@repertoire/core/domain'
import type { SyncBatch } from '@repertoire/core/ports'
import { expect, test } from 'vitest'
import { checkedContent } from './checked-content.ts'
import { rejection } from './expectations.ts'
import { itemOf, newSource, toHold } from './pending-revision-fixture.ts'
import { ann, forEveryStore, type StoreFixture } from './store-fixture.ts'

const lease = { owner: 'one', until: 1_000 }
const none: SyncBatch = { items: [], holds: [], applies: [] }

/** A source whose sync holds one skill. */
async function holding(fixture: StoreFixture) {
  const tenant = await fixture.tenant()
  const source = newSource(fixture)
  await tenant.sources.create(source)
  await tenant.sources.startSync(source.id, lease, 0)
  const given = checkedContent('triage')
  const hold = toHold(fixture, given, { sourceId: source.id })
  const batch = { ...none, holds: [hold], items: [itemOf(given)] }
  await tenant.sources.recordBatch(source.id, lease, batch)
  const ignored = (change: Partial<IgnoredEntry> = {}): IgnoredEntry => ({
    ...{ id: fixture.id('ign') as IgnoredEntryId, sourceId: source.id, digest: null },
    ...{ entryId: hold.held.entryId, name: 'triage', reason: 'Ours.', by: ann, at: 7 },
    ...change,
  })
  return { tenant, source, hold, ignored }
}

forEveryStore('ignored entries', (fixture) => {
  test('A10: what waits of an ignored skill ends, and nothing of it is held from then on', async () => {
    const { tenant, source, hold, ignored } = await holding(fixture)
    const entry = ignored()
    expect(await tenant.sources.ignore(entry)).toEqual(entry)
    expect(await tenant.reviews.get(hold.held.id, 'imports')).toMatchObject({
      ...{ state: 'superseded', decidedBy: ann, decidedAt: 7 },
      note: 'This skill is ignored: Ours.',
    })
    const newer = checkedContent('triage', { body: 'Newer.' })
    const again = toHold(fixture, newer, { sourceId: source.id })
    await tenant.sources.recordBatch(source.id, lease, { ...none, holds: [again] })
    expect(await tenant.reviews.countPending('imports')).toBe(0)
    expect(await tenant.sources.ignored(source.id)).toEqual([entry])
    expect(await tenant.sources.ignore(ignored())).toEqual(entry)
  })

  test('A10: of an ignored version others still wait', async () => {
    const { tenant, source, hold, ignored } = await holding(fixture)
    await tenant.sources.ignore(ignored({ digest: checkedContent('other').facts.digest }))
    expect(await tenant.reviews.countPending('imports')).toBe(1)
    await tenant.sources.ignore(ignored({ digest: hold.held.digest }))
    expect(await tenant.reviews.countPending('imports')).toBe(0)
    expect(await tenant.sources.ignored(source.id)).toHaveLength(2)
  })

  test('A10: taken back, its entry is read anew, and a sync that runs loses its lease', async () => {
    const { tenant, source, hold, ignored } = await holding(fixture)
    const { id } = await tenant.sources.ignore(ignored())
    const removed = await tenant.sources.stopIgnoring(source.id, id)
    expect(removed).toMatchObject({ id, entryId: hold.held.entryId })
    expect(await tenant.sources.item(source.id, hold.held.entryId)).toMatchObject({
      ...{ token: '', digest: null },
    })
    const late = tenant.sources.finishSync(source.id, lease, source.sync)
    expect(await rejection(late)).toBe('source.lease-lost')
    expect(await tenant.sources.stopIgnoring(source.id, id)).toBeNull()
  })

  test('they go with their source, and none is of a source that is not there', async () => {
    const { tenant, source, ignored } = await holding(fixture)
    await tenant.sources.ignore(ignored())
    await tenant.sources.remove(source.id)
    expect(await tenant.sources.ignored(source.id)).toEqual([])
    expect(await rejection(tenant.sources.ignore(ignored()))).toBe('source.not-found')
  })
})
