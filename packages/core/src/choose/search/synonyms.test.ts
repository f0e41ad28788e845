import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalSynonymGroups, type SynonymGroup } from '../../domain/synonyms.ts'
import { acme, bob, save, setUp, userScope } from '../../testing/search-fixture.ts'

type Fixture = Awaited<ReturnType<typeof setUp>>

async function setSynonyms({ store }: Fixture, groups: readonly SynonymGroup[]): Promise<void> {
  const { settings } = store.tenant(acme)
  const now = await settings.get()
  await settings.put({ ...now.settings, searchSynonyms: groups }, now.version)
}

async function search({ search, store }: Fixture, text: string, prefixLastWord = false) {
  const hits = await search.search(acme, bob, { text, limit: 50, prefixLastWord })
  const ids = hits.map(({ skillId }) => skillId)
  const skills = await store.tenant(acme).skills.getMany(bob, ids)
  const slugOf = new Map(skills.map(({ id, slug }) => [id, slug]))
  return hits.map((hit) => ({ ...hit, slug: slugOf.get(hit.skillId) ?? 'not visible' }))
}

const slugsOf = (hits: readonly { readonly slug: string }[]) => hits.map(({ slug }) => slug)

describe('synonyms of an organisation', () => {
  test('a word finds what is only called by its synonym, and the explanation says so', async () => {
    const fixture = await setUp()
    await save(fixture.store, { slug: 'wages', description: 'Restart payroll wages' })
    await save(fixture.store, { slug: 'other', description: 'Write letters' })
    expect(await search(fixture, 'paye')).toEqual([])
    await setSynonyms(fixture, [['paye', 'Payroll']])
    const [hit, ...more] = await search(fixture, 'paye')
    expect(more).toEqual([])
    expect(hit).toMatchObject({
      slug: 'wages',
      reasons: [{ word: 'paye', term: 'Payroll', field: 'synonym' }],
    })
    expect(hit?.coverage).toBe(1)
    expect(slugsOf(await search(fixture, 'paye', true))).toEqual(['wages'])
    expect(slugsOf(await search(fixture, 'Why does my PAYE file restart again?'))).toEqual([
      'wages',
    ])
    await setSynonyms(fixture, [])
    expect(await search(fixture, 'paye')).toEqual([])
  })

  test('the word itself comes first, and both words together count no more than one', async () => {
    const fixture = await setUp()
    const filler = Array.from({ length: 6 }, (_, at) => ({
      slug: `f${at}`,
      description: 'letters',
    }))
    await save(
      fixture.store,
      { slug: 'synonym', description: 'payroll rollout' },
      { slug: 'word', description: 'paye rollout' },
      { slug: 'both', description: 'paye payroll' },
      ...filler,
    )
    await setSynonyms(fixture, [['paye', 'payroll']])
    const hits = await search(fixture, 'paye rollout')
    expect(slugsOf(hits).slice(0, 2)).toEqual(['word', 'synonym'])
    expect(slugsOf(hits)).toContain('both')
    for (const { score, reasons } of hits)
      expect(reasons.reduce((sum, { impact }) => sum + impact, 0)).toBeCloseTo(score, 6)
  })

  test('of a phrase a skill has to have all words', async () => {
    const fixture = await setUp()
    await save(
      fixture.store,
      { slug: 'pipeline', description: 'continuous integration with caches' },
      { slug: 'maths', description: 'integration of functions' },
    )
    await setSynonyms(fixture, [['ci', 'continuous integration']])
    expect(slugsOf(await search(fixture, 'ci'))).toEqual(['pipeline'])
    await save(fixture.store, {
      slug: 'runner',
      description: 'The runner of ci for all of the teams',
    })
    const found = await search(fixture, 'continuous integration')
    expect(slugsOf(found)).toContain('runner')
  })

  test('hostile groups add nothing: words without a meaning, empty ones, words that no skill has', async () => {
    const fixture = await setUp()
    await save(fixture.store, { slug: 'pods', description: 'kubernetes pods' })
    await setSynonyms(fixture, [
      ['the', 'kubernetes'],
      ['', 'kubernetes'],
      ['!!!', 'kubernetes'],
      ['__proto__', 'constructor'],
      ['letters', 'x'.repeat(40)],
      ['\u202Ekubernetes', 'letters\u0000'],
    ])
    expect(await search(fixture, 'the')).toEqual([])
    expect(await search(fixture, '__proto__')).toEqual([])
    expect(await search(fixture, '!!!')).toEqual([])
  })

  test('synonyms show nobody a skill that they may not see, nor let it change a score', async () => {
    const words = ['alpha', 'beta', 'gamma', 'delta', 'alpha beta', 'gamma delta']
    const phrase = fc.constantFrom(...words)
    const groups = fc.array(fc.array(phrase, { minLength: 2, maxLength: 4 }), { maxLength: 4 })
    const texts = fc.array(phrase, { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(groups, texts, texts, phrase, async (given, shared, own, query) => {
        const draft = (kind: string) => (description: string, at: number) => ({
          slug: `${kind}-${at}`,
          description,
        })
        const without = await setUp()
        const withOwn = await setUp()
        for (const fixture of [without, withOwn]) {
          await save(fixture.store, ...shared.map(draft('shared')))
          await setSynonyms(fixture, normalSynonymGroups(given))
        }
        const ofAnn = own.map(draft('ann')).map((one) => ({ ...one, scope: userScope }))
        await save(withOwn.store, ...ofAnn)
        const plain = (hits: Awaited<ReturnType<typeof search>>) =>
          hits.map(({ slug, score, coverage, reasons }) => ({ slug, score, coverage, reasons }))
        const seen = plain(await search(withOwn, query))
        expect(seen).toEqual(plain(await search(without, query)))
        expect(seen.every(({ slug }) => slug.startsWith('shared-'))).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  test('groups are kept without repetitions, and one of a single word is none', () => {
    expect(
      normalSynonymGroups([
        [' k8s ', 'K8S', 'kubernetes'],
        ['one', 'ONE'],
        ['a  b', 'a b', 'c'],
      ]),
    ).toEqual([
      ['k8s', 'kubernetes'],
      ['a b', 'c'],
    ])
  })
})
