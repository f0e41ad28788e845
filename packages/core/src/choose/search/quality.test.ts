import { describe, expect, test } from 'vitest'
import type { RevisionDigest, SkillId, UserId } from '../../base/ids.ts'
import type { Member } from '../../domain/member.ts'
import { noUsage, type UsageFacts } from '../../domain/skill-usage.ts'
import { createFixedClock } from '../../testing/fixed-clock.ts'
import {
  acme,
  ann,
  bob,
  checkedContent,
  type Draft,
  deferred,
  save,
  setUp,
  slugs,
} from '../../testing/search-fixture.ts'
import type { QualityOptions } from './quality-reader.ts'

/** What an organisation knows of its skills, in numbers that a test may change; how often it was asked. */
function createKnown() {
  const clock = createFixedClock(Date.UTC(2028, 0, 1))
  const used = new Map<SkillId, Partial<UsageFacts>>()
  const approved: { digest: RevisionDigest; by: UserId }[] = []
  const people: Pick<Member, 'id' | 'kind'>[] = []
  let reads = 0
  const quality: QualityOptions = {
    clock,
    storesOf: () => ({
      usage: {
        groups: async () => {
          reads += 1
          return [...used].map(([skillId, facts]) => ({
            key: { skillId },
            facts: { ...noUsage, ...facts },
          }))
        },
      },
      reviews: { approvedContents: async () => approved },
      members: { list: async () => people as Member[] },
    }),
  }
  return { clock, used, approved, people, quality, reads: () => reads }
}

const alike = (...names: readonly string[]): Draft[] =>
  names.map((slug) => ({ slug, description: 'Finds slow queries in a database.' }))
const short = { text: 'slow queries' }
const sentence = { text: 'which of the many reports of our team has slow queries' }

describe('of skills that fit alike', () => {
  test.each([short, sentence])('the one that was used with success is first: %o', async (query) => {
    const known = createKnown()
    const fixture = await setUp({ quality: known.quality })
    const ids = await save(fixture.store, ...alike('aaa', 'bbb', 'ccc'))
    expect(await slugs(fixture, ann, query)).toEqual(['aaa', 'bbb', 'ccc'])
    known.used.set(ids[2]!, { runsCompleted: 8, thumbsUp: 1 })
    known.used.set(ids[0]!, { runsFailed: 8 })
    known.clock.advance(11 * 60_000)
    // The first one starts the reading, and does not wait for it.
    await slugs(fixture, ann, query)
    expect((await slugs(fixture, ann, query))[0]).toBe('ccc')
  })

  test('the one that a person wrote or approved is first, not one that a service account did', async () => {
    const known = createKnown()
    const { store, search } = await setUp({ quality: known.quality })
    const imported = (draft: Draft) => {
      const content = checkedContent(draft)
      return { ...content, author: bob, origin: { ...content.origin, provenance: 'catalog' } }
    }
    const drafts = alike('aaa', 'bbb', 'ccc')
    await store.tenant(acme).skills.save(
      drafts.map((draft) => imported(draft) as ReturnType<typeof checkedContent>),
      'upsert',
    )
    known.people.push({ id: ann, kind: 'person' }, { id: bob, kind: 'service' })
    const digestOf = (at: number) => checkedContent(drafts[at]!).facts.digest
    known.approved.push({ digest: digestOf(1), by: bob }, { digest: digestOf(2), by: ann })
    const hits = await search.search(acme, ann, { ...short, limit: 5 })
    const found = await store.tenant(acme).skills.getMany(
      ann,
      hits.map(({ skillId }) => skillId),
    )
    expect(found.map(({ slug }) => slug)).toEqual(['ccc', 'aaa', 'bbb'])
    const factors = hits.map(({ reasons }) => reasons.at(-1)?.quality)
    expect(factors).toEqual([['reviewed', 'valid'], ['valid'], ['valid']])
  })
})

describe('the quality of skills', () => {
  test('never goes before a better match', async () => {
    const known = createKnown()
    const fixture = await setUp({ quality: known.quality })
    const [, weak] = await save(
      fixture.store,
      { slug: 'slow-queries', description: 'Finds slow queries.' },
      { slug: 'indexes', description: 'Creates indexes, which slow writes.' },
    )
    known.used.set(weak!, { runsCompleted: 1e6, thumbsUp: 1e6 })
    known.people.push({ id: ann, kind: 'person' })
    for (const text of [short.text, sentence.text])
      expect(await slugs(fixture, ann, { text })).toEqual(['slow-queries', 'indexes'])
  })

  test('is a reason, and the impacts still add up to the score', async () => {
    const known = createKnown()
    known.people.push({ id: ann, kind: 'person' })
    const { store, search } = await setUp({ quality: known.quality })
    await save(store, ...alike('aaa'))
    for (const { text } of [short, sentence]) {
      const [hit] = await search.search(acme, ann, { text, limit: 5 })
      const sum = hit!.reasons.reduce((all, { impact }) => all + impact, 0)
      expect(sum).toBeCloseTo(hit!.score, 6)
      expect(hit!.reasons.at(-1)).toMatchObject({ field: 'quality', term: '', word: '' })
    }
  })

  test('does not depend on how many hits are asked for', async () => {
    const known = createKnown()
    const { store, search } = await setUp({ quality: known.quality })
    const names = Array.from({ length: 30 }, (_, at) => `skill-${String(at).padStart(2, '0')}`)
    const ids = await save(store, ...alike(...names))
    known.used.set(ids[29]!, { runsCompleted: 5 })
    for (const { text } of [short, sentence]) {
      const all = await search.search(acme, ann, { text, limit: 30 })
      expect(await search.search(acme, ann, { text, limit: 3 })).toEqual(all.slice(0, 3))
      expect(all[0]!.skillId).toBe(ids[29])
    }
  })

  test('is read once in ten minutes, and again after a failure', async () => {
    const known = createKnown()
    let fails = true
    const quality: QualityOptions = {
      ...known.quality,
      storesOf: (id) => {
        if (!fails) return known.quality.storesOf(id)
        throw new Error('The database is away.')
      },
    }
    const { store, search } = await setUp({ quality })
    await save(store, ...alike('aaa'))
    const ask = () => search.search(acme, ann, { ...short, limit: 1 })
    await expect(ask()).rejects.toThrow('away')
    fails = false
    for (const minutes of [0, 4, 5]) {
      known.clock.advance(minutes * 60_000)
      await ask()
    }
    expect(known.reads()).toBe(1)
    known.clock.advance(2 * 60_000)
    await ask()
    expect(known.reads()).toBe(2)
  })

  test('read again, holds up no search, and is kept where that fails', async () => {
    const known = createKnown()
    const { promise, resolve } = deferred()
    let isLater = false
    const quality: QualityOptions = {
      ...known.quality,
      storesOf: (id) => {
        const stores = known.quality.storesOf(id)
        const list = async () => {
          if (isLater) await promise
          return stores.members.list()
        }
        return { ...stores, members: { list } }
      },
    }
    known.people.push({ id: ann, kind: 'person' })
    const { store, search } = await setUp({ quality })
    await save(store, ...alike('aaa'))
    const ask = async () => (await search.search(acme, ann, { ...short, limit: 1 }))[0]!.reasons
    const first = await ask()
    isLater = true
    known.people.length = 0
    known.clock.advance(11 * 60_000)
    expect(await ask()).toEqual(first)
    resolve()
    await promise
    known.people.push({ id: ann, kind: 'person' })
    expect((await ask()).at(-1)?.quality).toContain('reviewed')
  })

  test('of a candidate is that of a revision that somebody approved', async () => {
    const known = createKnown()
    const { store, search } = await setUp({ quality: known.quality })
    const [id] = await save(store, ...alike('aaa'))
    const [indexed] = await store.tenant(acme).skills.indexableById([id!])
    const { search: preview } = await search.withCandidate(acme, indexed!)
    const factors = async (services: typeof preview) => {
      const [hit] = await services.search(acme, ann, { ...short, limit: 1 })
      return hit!.reasons.at(-1)?.quality
    }
    expect(await factors(search)).toEqual(['valid'])
    expect(await factors(preview)).toEqual(['reviewed', 'valid'])
  })
})
