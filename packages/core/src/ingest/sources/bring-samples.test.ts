import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import { ProcessCrash, withCrashes } from '../../testing/crash-injection.ts'
import { createSyncFixture, entryFiles, type SyncFixture } from '../../testing/sync-fixture.ts'
import { bringSamples } from './bring-samples.ts'
import { removeSource } from './change-sources.ts'
import { restoreSamples } from './remove-samples.ts'
import type { SyncDeps } from './sync-deps.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const names = ['a', 'b', 'c', 'd', 'e', 'f']
const slugs = names.map((name) => `sample-${name}`)

async function setUp(): Promise<SyncFixture> {
  const fixture = await createSyncFixture(sha256)
  offer(fixture, '1.0')
  return fixture
}

function offer({ reader }: SyncFixture, version: string, body = 'Do it.'): void {
  const skills = Object.fromEntries(names.map((name) => [name, entryFiles(name, body)]))
  reader.offer({ kind: 'samples' }, { version, skills })
}

let attempts = 0
function bring(fixture: SyncFixture, version = '1.0', deps: SyncDeps = fixture.deps) {
  attempts += 1
  return bringSamples(deps, {
    ...{ owner: fixture.owner.principal.userId, version, attempt: `attempt ${attempts}` },
    ...{ traceId: '0'.repeat(32), signal: new AbortController().signal },
  })
}

async function slugsOf({ skills }: SyncFixture) {
  return (await skills()).map(({ slug, enabled }) => (enabled ? slug : `${slug} off`))
}

describe('A9: bringing the samples', () => {
  it('that died at any call of the store: the next start completes it, and nothing comes twice', async () => {
    let crashes = 0
    for (let at = 1; at < 30; at += 1) {
      for (const when of ['before', 'after'] as const) {
        const fixture = await setUp()
        try {
          await bring(fixture, '1.0', crashing(fixture, { at, when }))
        } catch (error) {
          if (!(error instanceof ProcessCrash)) throw error
          crashes += 1
        }
        expect([0, 6]).toContain((await fixture.skills()).length)
        await bring(fixture)
        expect([at, when, await slugsOf(fixture)]).toEqual([at, when, slugs])
        expect(await fixture.held()).toEqual([])
      }
    }
    expect(crashes).toBeGreaterThan(10)
  })

  it('follows a newer server; a sample that somebody deleted waits instead', async () => {
    const fixture = await setUp()
    await bring(fixture)
    const [first, second] = await fixture.skills()
    const { skills } = fixture.store
    const viewer = fixture.owner.principal.userId
    await skills.remove(viewer, first!.id)
    offer(fixture, '2.0', 'Do it better.')
    await bring(fixture, '2.0')
    expect(await slugsOf(fixture)).toEqual(slugs.slice(1))
    expect((await skills.get(viewer, second!.id))?.head.number).toBe(2)
    expect((await fixture.held()).map(({ entryId }) => entryId)).toEqual(['a'])
  })

  it('holds what is not clean', async () => {
    const fixture = await setUp()
    const some = { a: entryFiles('a', 'MALWARE'), b: entryFiles('b') }
    fixture.reader.offer({ kind: 'samples' }, { version: '1.0', skills: some })
    await bring(fixture)
    expect(await slugsOf(fixture)).toEqual(['sample-b'])
    expect((await fixture.held()).map(({ entryId }) => entryId)).toEqual(['a'])
  })

  it('changes nothing for whoever may not write: a member neither removes nor restores them', async () => {
    const fixture = await setUp()
    const source = await bring(fixture)
    const { deps, member } = fixture
    const refused = { problem: { code: expect.any(String) } }
    await expect(removeSource(deps, member, source!.id)).rejects.toMatchObject(refused)
    await expect(restoreSamples(deps, member, source!.id)).rejects.toMatchObject(refused)
    expect(await slugsOf(fixture)).toEqual(slugs)
  })
})

function crashing(
  { deps }: SyncFixture,
  point: { readonly at: number; readonly when: 'before' | 'after' },
): SyncDeps {
  const counter = { calls: 0 }
  const port = <Port extends object>(one: Port) => withCrashes(one, point, counter)
  const { sources, reviews, skills, audit } = deps.store
  const parts = { sources: port(sources), reviews: port(reviews) }
  return { ...deps, store: { ...deps.store, ...parts, skills: port(skills), audit: port(audit) } }
}
