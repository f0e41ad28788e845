import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { IgnoredEntryId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { rejectionOf } from '../../testing/catalog-fixture.ts'
import { createSyncFixture, entryFiles } from '../../testing/sync-fixture.ts'
import { revokeDigest } from '../review/revoke-digest.ts'
import { ignoreEntry, stopIgnoring } from './ignore-entries.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const reason = 'Not for us.'

/** A skill that is in use, an update of it that waits, and another skill that waits. */
async function withUpdate(policy: 'hold' | 'apply-clean' = 'hold') {
  const fixture = await createSyncFixture(sha256, { reviewPolicy: policy })
  const { offer, sync, held, approve, deps, owner, source } = fixture
  offer('one', { a: entryFiles('a') })
  await sync()
  const skill = await approve((await held())[0])
  offer('two', { a: entryFiles('a', 'A SUSPICIOUS line.'), b: entryFiles('b') })
  await sync()
  const update = (await held()).find(({ entryId }) => entryId === 'a')
  if (!update) throw new Error('nothing waits')
  const ignore = (digest: typeof update.digest | null) =>
    ignoreEntry(deps, owner, { sourceId: source.id, entryId: 'a', digest, reason })
  const waiting = async () => (await held()).map(({ entryId }) => entryId).toSorted()
  return { ...fixture, skill, update, ignore, waiting }
}

describe('A10: what a person ignores of a source', () => {
  it('A10: a version ends with the reason and does not come again; the next one does', async () => {
    const { update, ignore, waiting, store, offer, sync, held } = await withUpdate()
    await ignore(update.digest)
    expect(await waiting()).toEqual(['b'])
    expect(await store.reviews.get(update.id, 'imports')).toMatchObject({
      ...{ state: 'superseded', note: `This version is ignored: ${reason}` },
    })
    const again = { a: entryFiles('a', 'A SUSPICIOUS line.'), b: entryFiles('b', 'New.') }
    offer('three', again)
    await sync({ isForced: true })
    expect(await waiting()).toEqual(['b'])
    offer('four', { ...again, a: entryFiles('a', 'A third line.') })
    await sync()
    expect((await held()).map(({ entryId }) => entryId).toSorted()).toEqual(['a', 'b'])
  })

  it('A10: no later version of an ignored skill waits or is applied, also by a policy', async () => {
    const { ignore, waiting, offer, sync, skills, skill } = await withUpdate('apply-clean')
    await ignore(null)
    offer('three', { a: entryFiles('a', 'Clean.'), b: entryFiles('b') })
    await sync({ isForced: true })
    expect(await waiting()).toEqual(['b'])
    expect((await skills()).map(({ head }) => head.digest)).toEqual([skill.head.digest])
  })

  it('A10: taken back, the next sync brings what is new of it, also where the source has not moved', async () => {
    const { update, ignore, waiting, sync, deps, owner, source, held } = await withUpdate()
    const { id } = await ignore(null)
    await sync()
    expect(await waiting()).toEqual(['b'])
    await stopIgnoring(deps, owner, { sourceId: source.id, id })
    await sync()
    expect(await waiting()).toEqual(['a', 'b'])
    expect((await held()).map(({ digest }) => digest)).toContain(update.digest)
    const gone = stopIgnoring(deps, owner, { sourceId: source.id, id })
    expect(await rejectionOf(gone)).toBe('source.ignored-not-found')
  })

  it('A10: a skill that somebody ignores while a sync reads it is not held by that sync', async () => {
    const { ignore, waiting, offer, sync } = await withUpdate()
    const beforeRead = async () => void (await ignore(null))
    offer('three', { a: entryFiles('a', 'A third line.') }, { beforeRead })
    await sync()
    expect(await waiting()).toEqual([])
  })

  it('D10: the content of an ignored skill can be revoked all the same', async () => {
    const { ignore, deps, owner, skill, skills } = await withUpdate()
    await ignore(null)
    await revokeDigest(deps, owner, { digest: skill.head.digest, reason: 'It steals keys.' })
    expect((await skills()).map(({ enabled }) => enabled)).toEqual([false])
  })

  it('A10: only owners and admins ignore, and only what the source has; both are audited', async () => {
    const { deps, owner, member, source, ignore, store } = await withUpdate()
    const request = { sourceId: source.id, entryId: 'a', digest: null, reason }
    expect(await rejectionOf(ignoreEntry(deps, member, request))).toBe('skill.org-scope-forbidden')
    const other = ignoreEntry(deps, owner, { ...request, entryId: 'other' })
    expect(await rejectionOf(other)).toBe('source.not-offered')
    const id = 'ign_1' as IgnoredEntryId
    const undo = stopIgnoring(deps, member, { sourceId: source.id, id })
    expect(await rejectionOf(undo)).toBe('skill.org-scope-forbidden')
    const ignored = await ignore(null)
    expect(await ignore(null)).toEqual(ignored)
    await stopIgnoring(deps, owner, ignored)
    const { items } = await store.audit.list({}, { limit: 50 })
    expect(items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['source-entry-ignored', 'source-entry-watched']),
    )
  })
})
