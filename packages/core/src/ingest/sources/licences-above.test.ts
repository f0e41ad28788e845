import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { RevisionDigest } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { createSyncFixture, entryFiles, type SyncFixture } from '../../testing/sync-fixture.ts'
import { digestOf } from '../packages/manifest.ts'
import { decideRevision } from '../review/decide-revision.ts'
import { revokeDigest } from '../review/revoke-digest.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const root = { path: 'LICENSE', text: 'Permission is hereby granted to anybody.' }
const notice = { path: 'NOTICE', text: 'Made by Acme.' }

async function waiting(
  files: Readonly<Record<string, string>>,
  licences: readonly { readonly path: string; readonly text: string }[],
) {
  const fixture = await createSyncFixture(sha256)
  fixture.offer('one', { a: files }, { licences })
  await fixture.sync()
  const [held] = await fixture.held()
  const stored = held && (await fixture.store.reviews.get(held.id, 'imports'))
  if (!stored) throw new Error('nothing waits')
  const paths = stored.manifest.map(({ path }) => path)
  return { fixture, stored, paths, codes: stored.diagnostics.map(({ code }) => code) }
}

async function skillOf({ skills }: SyncFixture) {
  const [skill] = await skills()
  if (!skill) throw new Error('there is no skill')
  return skill
}

describe('A11: a licence of the repository travels with its skills', () => {
  it('A11: becomes a file of the revision, with the notice beside it, and says so', async () => {
    const { fixture, stored, paths, codes } = await waiting(entryFiles('a'), [root, notice])
    expect(paths).toEqual(['LICENSE', 'NOTICE', 'SKILL.md'])
    expect(codes).toEqual(['package.licence-added', 'package.licence-added'])
    await fixture.approve(stored)
    const { head, id } = await skillOf(fixture)
    expect(head.manifest.map(({ path }) => path)).toEqual(paths)
    const bytes = await fixture.store.skills.file(
      fixture.owner.principal.userId,
      id,
      head.digest,
      'LICENSE',
    )
    expect(new TextDecoder().decode(bytes ?? undefined)).toBe(root.text)
  })

  it('A11: what is exported and comes again has the same digest, also without the repository', async () => {
    const { stored } = await waiting(entryFiles('a'), [root])
    const exported = { ...entryFiles('a'), LICENSE: root.text }
    expect((await waiting(exported, [])).stored.digest).toBe(stored.digest)
    // The other repository has a licence too: that of the skill stays.
    const other = { path: 'LICENSE', text: 'Ask us.' }
    expect((await waiting(exported, [other])).stored.digest).toBe(stored.digest)
  })

  it('A11: takes the place of nothing, in no letter case, breaks no signature and fills no package', async () => {
    const taken = { ...entryFiles('a'), 'license/x.txt': 'A folder.' }
    expect(await waiting(taken, [root])).toMatchObject({
      ...{ paths: ['SKILL.md', 'license/x.txt'], codes: ['package.licence-left-out'] },
    })
    const signed = { ...entryFiles('a'), 'skill.oms.sig': '{}' }
    expect((await waiting(signed, [root])).paths).toEqual(['SKILL.md', 'skill.oms.sig'])
    const long = { path: 'LICENSE', text: 'x'.repeat(300_000) }
    expect((await waiting(entryFiles('a'), [long])).paths).toEqual(['SKILL.md'])
  })

  it('A11: what came without it stays as it is until it changes', async () => {
    const fixture = await createSyncFixture(sha256)
    fixture.offer('one', { a: entryFiles('a') })
    await fixture.sync()
    await fixture.approve((await fixture.held())[0])
    fixture.offer('two', { a: entryFiles('a') }, { licences: [root], tokens: { a: 'other' } })
    await fixture.sync()
    expect(await fixture.held()).toEqual([])
    fixture.offer('three', { a: entryFiles('a', 'Better.') }, { licences: [root] })
    await fixture.sync()
    expect(await fixture.held()).toMatchObject([{ skillId: (await skillOf(fixture)).id }])
  })

  it('A11: a licence above makes no other content of one that is revoked or rejected', async () => {
    const { stored: plain } = await waiting(entryFiles('a'), [])
    const { fixture, stored } = await waiting(entryFiles('a'), [root])
    expect(digestOf(plain.manifest, sha256)).toBe(plain.digest)
    expect(stored.digest).not.toBe(plain.digest)
    await decideRevision(fixture.deps, fixture.owner, {
      ...{ id: stored.id, digest: stored.digest, decision: 'reject', note: '' },
    })
    await fixture.sync({ isForced: true })
    expect(await fixture.held()).toEqual([])

    const other = await createSyncFixture(sha256)
    await revokeDigest(other.deps, other.owner, {
      ...{ digest: plain.digest as RevisionDigest, reason: 'It sends keys away.' },
    })
    other.offer('one', { a: entryFiles('a') }, { licences: [root] })
    await other.sync()
    expect((await other.held()).map(({ digest }) => digest)).toEqual([plain.digest])
  })
})
