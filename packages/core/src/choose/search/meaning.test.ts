import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexedSkill } from '../../testing/indexed-skill.ts'
import { testVectors } from '../../testing/test-vectors.ts'
import { meaningOf, similarity } from '../meaning/text-meaning.ts'
import { buildSegment } from './build-segment.ts'
import type { SearchText } from './fields.ts'
import { type LiveSegment, liveSegment } from './live-segment.ts'
import { mergeSegments } from './merge-segments.ts'
import { searchSegments } from './search-segments.ts'

const vectors = testVectors({
  slow: [100, 0, 0],
  latenc: [100, 0, 0],
  queri: [0, 100, 0],
  invoic: [0, 0, 100],
  payment: [0, 0, 100],
})
const empty: SearchText = { slug: '', name: '', description: '', tags: '', whenToUse: '', body: '' }

function textOf(slug: string, description: string): SearchText {
  return { ...empty, slug, name: slug, description }
}

function liveOf(texts: readonly SearchText[], samples: readonly string[] = []): LiveSegment {
  return liveSegment(
    buildSegment(texts, vectors),
    texts.map(({ slug }) => indexedSkill(slug, { isSample: samples.includes(slug) })),
  )
}

function search(segments: readonly LiveSegment[], text: string, limit = 200) {
  return searchSegments({ segments, ownSlugs: new Set<string>() }, { text, limit }, { vectors })
}

const skills = [
  textOf('alpha', 'Looks at queries and reports'),
  textOf('omega', 'Looks at queries and latency'),
  textOf('other', 'Draws pictures of houses'),
]
const sentence = 'find out why these queries became slow yesterday'

describe('what a sentence means', () => {
  it('puts the skill that means alike before one that has as many of its words', () => {
    const plain = searchSegments(
      { segments: [liveOf(skills)], ownSlugs: new Set<string>() },
      { text: sentence, limit: 5 },
    )
    expect(plain.map(({ skillId }) => skillId)).toEqual(['alpha', 'omega'])
    expect(search([liveOf(skills)], sentence).map(({ skillId }) => skillId)).toEqual([
      ...['omega', 'alpha'],
    ])
  })

  it('says which word of the skill means alike, and all impacts add up to the score', () => {
    const [first] = search([liveOf(skills)], sentence)
    expect(first?.reasons.at(-1)).toMatchObject({ field: 'meaning', word: 'slow', term: 'latenc' })
    const sum = first!.reasons.reduce((all, { impact }) => all + impact, 0)
    expect(sum).toBeCloseTo(first!.score, 9)
  })

  it('changes nothing for a name of one to three words', () => {
    for (const hit of search([liveOf(skills)], 'slow queries'))
      expect(hit.reasons.some(({ field }) => field === 'meaning')).toBe(false)
  })

  it('finds nothing that has none of the words, and lifts no sample above a skill', () => {
    const all = [...skills, textOf('late', 'latency latency latency')]
    expect(search([liveOf(all)], sentence).map(({ skillId }) => skillId)).not.toContain('late')
    const hits = search([liveOf(skills, ['omega'])], sentence)
    expect(hits.map(({ skillId }) => skillId)).toEqual(['alpha', 'omega'])
  })

  it('a body that repeats words of another meaning hardly moves what the description says', () => {
    const honest = { ...textOf('honest', 'Mends latency'), body: 'latency '.repeat(20) }
    const stuffed = { ...textOf('stuffed', 'Sends invoices'), body: 'latency '.repeat(2_000) }
    const hits = search([liveOf([honest, stuffed])], 'mend or send whatever is so slow today')
    expect(hits[0]?.skillId).toBe('honest')
  })
})

describe('meanings', () => {
  const words = fc.array(fc.constantFrom('slow', 'latency', 'query', 'invoice', 'zebra'), {
    maxLength: 8,
  })

  it('are the same in one segment, in several and after a merge, for any skills', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), words, (lists, asked) => {
        const texts = lists.map((list, at) => textOf(`skill-${at}`, list.join(' ')))
        const whole = liveOf(texts)
        const parts = texts.map((text) => liveOf([text]))
        const merged = mergeSegments(parts.map(({ segment }) => ({ segment, removed: [] })))
        expect(merged.meanings).toEqual(whole.segment.meanings)
        const text = `please do this now: ${asked.join(' ')} and more of it`
        expect(search(parts, text)).toEqual(search([whole], text))
      }),
    )
  })

  it('go with their skills when others were removed', () => {
    const { segment } = liveOf(skills)
    const left = mergeSegments([{ segment, removed: [0] }])
    expect(left.meanings).toEqual(liveOf(skills.slice(1)).segment.meanings)
  })

  it('are alike up to 1, and nothing where no word is known', () => {
    const one = meaningOf(['slow'], vectors)!
    expect(similarity(one, one, 0)).toBeGreaterThan(0.1)
    expect(similarity(one, one, 0)).toBeLessThanOrEqual(1)
    expect(similarity(one, meaningOf(['invoic'], vectors)!, 0)).toBe(0)
    expect(meaningOf(['zebra'], vectors)).toBeNull()
  })
})
