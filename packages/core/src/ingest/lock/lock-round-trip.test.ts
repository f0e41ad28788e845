import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../base/errors.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { SourceConfig } from '../../domain/skill-source.ts'
import { removeSkill } from '../../keep/skills/remove-skill.ts'
import { plainSkill } from '../../testing/catalog-fixture.ts'
import { ProcessCrash, withCrashes } from '../../testing/crash-injection.ts'
import type { OfferedSource } from '../../testing/in-memory-source-reader.ts'
import { createSyncFixture, entryFiles, type SyncFixture } from '../../testing/sync-fixture.ts'
import { createSkill } from '../skills/create-skill.ts'
import { updateSkill } from '../skills/update-skill.ts'
import { exportLock } from './export-lock.ts'
import { importLock } from './import-lock.ts'
import { parseLock } from './parse-lock.ts'
import { serialiseLock } from './skill-lock.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const commit = 'a'.repeat(40)
const skills = { 'skills/a': entryFiles('a'), 'skills/b': entryFiles('b') }
const own = { kind: 'github', repo: 'acme/skills' } as const
/** As it is read for both skills, and for one alone. */
const pinned = ['skills', 'skills/a', 'skills/b'].map(
  (path): SourceConfig => ({ ...own, ref: commit, path }),
)

async function lockOf({ deps, owner }: SyncFixture) {
  const { lock, leftOut } = await exportLock(deps, owner)
  return { text: serialiseLock(lock), leftOut }
}

async function take({ deps, owner }: SyncFixture, text: string) {
  const request = { lock: parseLock(text), owner: 'import', signal: new AbortController().signal }
  const outcomes = await importLock(deps, owner, request)
  return outcomes.map(({ entry, status, problem }) => [entry.slug, status, problem?.code])
}

/** A server with the skills of acme/skills, and its lock. */
async function first() {
  const fixture = await createSyncFixture(sha256)
  fixture.offer(commit, skills)
  await fixture.sync()
  for (const one of await fixture.held()) await fixture.approve(one)
  return { fixture, ...(await lockOf(fixture)) }
}

function offerPinned({ reader }: SyncFixture, offered: OfferedSource['skills'] | ProblemError) {
  const answer = offered instanceof ProblemError ? offered : { version: commit, skills: offered }
  for (const config of pinned) reader.offer(config, answer)
}

/** Another server, which can read the commit. */
async function second(offered: OfferedSource['skills'] | ProblemError = skills) {
  const fixture = await createSyncFixture(sha256, {
    ...{
      name: 'other',
      config: { kind: 'git', url: 'https://x.example/y.git', ref: null, path: '' },
    },
  })
  offerPinned(fixture, offered)
  return fixture
}

describe('repertoire.lock', () => {
  it('reproduces the set on a second server, byte for byte, once its people approve it', async () => {
    const { text } = await first()
    const there = await second()
    expect(await take(there, text)).toEqual([
      ['a', 'held', undefined],
      ['b', 'held', undefined],
    ])
    expect(await there.skills()).toEqual([])
    for (const one of await there.held()) {
      expect((await there.approve(one, { enable: undefined })).enabled).toBe(false)
    }
    expect((await lockOf(there)).text).toBe(text)
    expect(await take(there, text)).toEqual([
      ['a', 'present', undefined],
      ['b', 'present', undefined],
    ])
  })

  it('imported twice nothing comes twice, and the source’s own state stays', async () => {
    const { text } = await first()
    const there = await second()
    await take(there, text)
    const before = await there.store.reviews.list({ audience: 'imports' }, { limit: 50 })
    await take(there, text)
    expect(await there.store.reviews.list({ audience: 'imports' }, { limit: 50 })).toEqual(before)
    const added = (await there.store.sources.list()).filter(({ name }) => name === 'acme/skills')
    expect(added).toMatchObject([
      { syncPolicy: 'manual', reviewPolicy: 'hold', sync: { status: 'never', version: null } },
    ])
    expect(there.reader.openCount()).toBe(0)
  })

  it('what its source gives under another digest is not taken; the rest is', async () => {
    const { text } = await first()
    const there = await second({ ...skills, 'skills/b': entryFiles('b', 'Changed.') })
    expect(await take(there, text)).toEqual([
      ['a', 'held', undefined],
      ['b', 'mismatch', 'lock.mismatch'],
    ])
    expect((await there.held()).map(({ slug }) => slug)).toEqual(['a'])
  })

  it('a skill that is here with another content stays, and a rejected one stays rejected', async () => {
    const { text } = await first()
    const there = await second()
    const content = entryFiles('a', 'Ours.')['SKILL.md']
    const ours = await createSkill(there.deps, there.owner, { ...plainSkill, content })
    await take(there, text)
    const [b] = await there.held()
    if (!b) throw new Error('nothing waits')
    const by = { by: there.owner.principal.userId, note: '', now: there.clock.now() }
    await there.store.reviews.decide(b.id, { ...by, from: ['held'], to: 'rejected' })
    expect(await take(there, text)).toEqual([
      ['a', 'mismatch', 'lock.mismatch'],
      ['b', 'failed', 'lock.rejected'],
    ])
    expect(await there.skills()).toEqual([ours])
  })

  it('what cannot be read, or is not there, fails alone', async () => {
    const { text } = await first()
    const there = await second({ 'skills/a': entryFiles('a') })
    expect(await take(there, text)).toEqual([
      ['a', 'held', undefined],
      ['b', 'failed', 'lock.entry-not-there'],
    ])
    const message = 'No answer.'
    const gone = await second(
      new ProblemError({ code: 'source.unreachable', kind: 'unavailable', message }),
    )
    expect(await take(gone, text)).toEqual([
      ['a', 'failed', 'source.unreachable'],
      ['b', 'failed', 'source.unreachable'],
    ])
    const [source] = (await gone.store.sources.list()).filter(({ name }) => name === 'acme/skills')
    expect(source?.sync.status).toBe('never')
  })

  it('a crash at any call of the store loses nothing, and the next import ends as one without', async () => {
    const { text } = await first()
    let crashes = 0
    for (let at = 1; at < 12; at += 1) {
      const there = await second()
      const counter = { calls: 0 }
      const point = { at, when: 'after' } as const
      const sources = withCrashes(there.deps.store.sources, point, counter)
      const reviews = withCrashes(there.deps.store.reviews, point, counter)
      const store = { ...there.deps.store, sources, reviews }
      await take({ ...there, deps: { ...there.deps, store } }, text).catch((error: unknown) => {
        if (!(error instanceof ProcessCrash)) throw error
        crashes += 1
      })
      there.clock.advance(30_001)
      expect([at, await take(there, text)]).toEqual([
        at,
        [
          ['a', 'held', undefined],
          ['b', 'held', undefined],
        ],
      ])
      expect([at, (await there.held()).length, await there.skills()]).toEqual([at, 2, []])
      expect((await there.store.sources.list()).length).toBe(2)
    }
    expect(crashes).toBeGreaterThan(5)
  })

  it('a person can stop it; what the source had stays as it was', async () => {
    const { text } = await first()
    const there = await second()
    const beforeRead = async () => {
      const [source] = (await there.store.sources.list()).filter(
        ({ name }) => name === 'acme/skills',
      )
      if (source) await there.store.sources.requestCancel(source.id)
      there.beat()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const [config] = pinned
    if (config) there.reader.offer(config, { version: commit, skills, beforeRead })
    expect(await take(there, text)).toEqual([
      ['a', 'failed', 'source.cancelled'],
      ['b', 'failed', 'source.cancelled'],
    ])
    offerPinned(there, skills)
    expect((await take(there, text)).map(([, status]) => status)).toEqual(['held', 'held'])
  })

  it('a skill that was deleted here comes in again', async () => {
    const { fixture, text } = await first()
    offerPinned(fixture, skills)
    const [a] = (await fixture.skills()).filter(({ slug }) => slug === 'a')
    if (!a) throw new Error('there is no skill')
    await removeSkill(fixture.deps, fixture.owner, { id: a.id })
    expect(await take(fixture, text)).toEqual([
      ['a', 'held', undefined],
      ['b', 'present', undefined],
    ])
    expect(await fixture.store.sources.list()).toHaveLength(1)
  })

  it('names what no other server can read, and why; members import nothing', async () => {
    const { fixture, text } = await first()
    const { deps, owner, member } = fixture
    const content = entryFiles('mine')['SKILL.md']
    await createSkill(deps, owner, { ...plainSkill, content })
    const [a] = (await fixture.skills()).filter(({ slug }) => slug === 'a')
    if (!a) throw new Error('there is no skill')
    const edited = { content: entryFiles('a', 'Mine.')['SKILL.md'], overrides: {}, reason: '' }
    await updateSkill(deps, owner, { id: a.id, ...edited })
    const { leftOut } = await lockOf(fixture)
    expect(leftOut).toEqual([
      { slug: 'a', reason: 'it was edited here' },
      { slug: 'mine', reason: 'it was written or imported here, or its source is gone' },
    ])
    const refused = take({ ...fixture, owner: member }, text)
    await expect(refused).rejects.toMatchObject({ problem: { kind: 'forbidden' } })
  })
})
