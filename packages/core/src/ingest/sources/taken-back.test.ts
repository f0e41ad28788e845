import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import type { PendingRevisionHead } from '../../domain/pending-revision.ts'
import { createSyncFixture, entryFiles, type SyncFixture } from '../../testing/sync-fixture.ts'
import { revokeDigest } from '../review/revoke-digest.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')

/** A skill that is in use, and an update of it that waits. */
async function withUpdate() {
  const fixture = await createSyncFixture(sha256)
  const { offer, sync, held, approve } = fixture
  offer('one', { a: entryFiles('a'), b: entryFiles('b') })
  await sync()
  for (const one of await held()) await approve(one)
  offer('two', { a: entryFiles('a', 'Other.'), b: entryFiles('b') })
  await sync()
  const [update] = await held()
  if (!update) throw new Error('nothing waits')
  return { ...fixture, update }
}

const endOf = ({ store }: Pick<SyncFixture, 'store'>, { id }: Pick<PendingRevisionHead, 'id'>) =>
  store.reviews.get(id, 'imports')

describe('A10: an update that nobody decided', () => {
  it('A10: ends with the reason when its source takes it back, and comes again with it', async () => {
    const fixture = await withUpdate()
    const { offer, sync, held, clock, update } = fixture
    clock.advance(5)
    offer('three', { a: entryFiles('a'), b: entryFiles('b') })
    await sync()
    expect(await held()).toEqual([])
    expect(await endOf(fixture, update)).toMatchObject({
      ...{ state: 'superseded', decidedBy: null, decidedAt: clock.now() },
      note: expect.stringContaining('took it back'),
    })
    offer('four', { a: entryFiles('a', 'Other.'), b: entryFiles('b') })
    await sync()
    expect(await held()).toMatchObject([{ digest: update.digest, state: 'held' }])
  })

  it('A10: ends when its folder goes, and comes again with it; the skill stays', async () => {
    const fixture = await withUpdate()
    const { offer, sync, held, skills, update } = fixture
    offer('three', { b: entryFiles('b') })
    await sync()
    expect(await held()).toEqual([])
    expect(await endOf(fixture, update)).toMatchObject({
      ...{ state: 'superseded', note: expect.stringContaining('not there any more') },
    })
    expect((await skills()).map(({ slug }) => slug).toSorted()).toEqual(['a', 'b'])
    offer('four', { a: entryFiles('a', 'Other.'), b: entryFiles('b') })
    await sync()
    expect(await held()).toMatchObject([{ digest: update.digest }])
  })

  it('A10: ends with the reason when a newer one comes', async () => {
    const fixture = await withUpdate()
    const { offer, sync, held, update } = fixture
    offer('three', { a: entryFiles('a', 'Newer.'), b: entryFiles('b') })
    await sync()
    expect(await held()).toHaveLength(1)
    expect(await endOf(fixture, update)).toMatchObject({
      ...{ state: 'superseded', note: expect.stringContaining('newer one') },
    })
  })
})

describe('D10: after a revocation', () => {
  async function revokedUpdate() {
    const fixture = await withUpdate()
    const { approve, deps, owner, update } = fixture
    await approve(update)
    await revokeDigest(deps, owner, { digest: update.digest, reason: 'It calls home.' })
    return fixture
  }

  it('D10: the last good revision waits as an update, says so, and is applied and enabled by a yes', async () => {
    const { held, approve, store, skills } = await revokedUpdate()
    const [offer] = await held()
    expect(offer).toMatchObject({ sourceId: null, sourceVersion: 'revision 1', slug: 'a' })
    const diagnostics = offer && (await store.reviews.get(offer.id, 'imports'))?.diagnostics
    expect(diagnostics).toMatchObject([{ code: 'arrival.previous-revision' }])
    const skill = await approve(offer)
    expect(skill).toMatchObject({ enabled: true, head: { digest: offer?.digest, number: 3 } })
    expect((await skills()).every(({ enabled }) => enabled)).toBe(true)
  })

  it('D10: a newer content of the source takes the place of that offer, and waits instead', async () => {
    const { held, offer, sync } = await revokedUpdate()
    offer('three', { a: entryFiles('a', 'Mended.'), b: entryFiles('b') })
    await sync()
    expect(await held()).toMatchObject([{ sourceVersion: 'three', isDetached: false }])
  })

  it('D10: nothing that was revoked too, or is blocked today, is offered', async () => {
    const fixture = await createSyncFixture(sha256)
    const { offer, sync, held, approve, deps, owner } = fixture
    offer('one', { a: entryFiles('a', 'One.') })
    await sync()
    const first = await approve((await held())[0])
    await revokeDigest(deps, owner, { digest: first.head.digest, reason: 'No.' })
    expect(await held()).toEqual([])
    offer('two', { a: entryFiles('a', 'Two.') })
    await sync()
    const second = await approve((await held())[0])
    await revokeDigest(deps, owner, { digest: second.head.digest, reason: 'No.' })
    expect(await held()).toEqual([])
  })
})
