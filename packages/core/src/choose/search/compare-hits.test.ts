import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexedSkill } from '../../testing/indexed-skill.ts'
import { toMeaning } from '../skill-vectors/skill-vectors.ts'
import { buildSegment } from './build-segment.ts'
import type { SearchText } from './fields.ts'
import { liveSegment } from './live-segment.ts'
import { searchSegments } from './search-segments.ts'

const empty: SearchText = { slug: '', name: '', description: '', tags: '', whenToUse: '', body: '' }
const text = 'draft invoices and letters for customers of this month'
const component = fc.integer({ min: -100, max: 100 })
const vector = fc
  .tuple(component, component, component)
  .filter((numbers) => numbers.some((one) => one !== 0))
  .map((numbers) => toMeaning(Float32Array.from(numbers)))

function liveOf(slugs: readonly string[]) {
  const texts = slugs.map((slug) => ({ ...empty, slug, name: slug, description: 'Drafts letters' }))
  return liveSegment(
    buildSegment(texts),
    slugs.map((slug) => indexedSkill(slug)),
  )
}

interface Asked {
  readonly query: Int8Array
  readonly vectors: readonly (Int8Array | null)[]
}

function search(groups: readonly (readonly string[])[], { query, vectors }: Asked) {
  const view = { segments: groups.map(liveOf), ownSlugs: new Set<string>() }
  const embedding = {
    vector: query,
    vectorOf: ({ slug }: { slug: string }) => vectors[Number(slug.slice(6))] ?? undefined,
  }
  return searchSegments(view, { text, limit: 50 }, { embedding })
}

describe('hits compared by the vectors of a model', () => {
  const asked = fc.record({
    query: vector,
    vectors: fc.array(fc.option(vector), { minLength: 1, maxLength: 12 }),
  })

  it('come in the same order from one segment and from many, and their reasons add up', () => {
    fc.assert(
      fc.property(asked, fc.nat(), (one, seed) => {
        const slugs = one.vectors.map((_, at) => `skill-${at}`)
        const cut = seed % slugs.length
        const hits = search([slugs], one)
        expect(search([slugs.slice(cut), slugs.slice(0, cut)], one)).toEqual(hits)
        expect(hits).toHaveLength(slugs.length)
        for (const { score, reasons } of hits)
          expect(reasons.reduce((sum, { impact }) => sum + impact, 0)).toBeCloseTo(score, 9)
      }),
    )
  })

  it('are ordered by likeness where their words say the same', () => {
    const query = toMeaning(Float32Array.of(1, 0, 0))
    const vectors = [
      ...[Float32Array.of(0, 1, 0), Float32Array.of(1, 0.1, 0), Float32Array.of(1, 1, 0)],
    ].map(toMeaning)
    const order = search([['skill-0', 'skill-1', 'skill-2']], { query, vectors })
    expect(order.map(({ skillId }) => skillId)).toEqual(['skill-1', 'skill-2', 'skill-0'])
  })

  it('put a skill without a vector in the middle, and need vectors of half of them', () => {
    const query = toMeaning(Float32Array.of(1, 0, 0))
    const [like, unlike] = [Float32Array.of(1, 0, 0), Float32Array.of(0, 1, 0)].map(toMeaning)
    const slugs = ['skill-0', 'skill-1', 'skill-2']
    const order = search([slugs], { query, vectors: [null, unlike!, like!] })
    expect(order.map(({ skillId }) => skillId)).toEqual(['skill-2', 'skill-0', 'skill-1'])
    const few = search([slugs], { query, vectors: [null, null, like!] })
    expect(few.every(({ reasons }) => reasons.every(({ field }) => field !== 'meaning'))).toBe(true)
  })

  it('ignore vectors of another size', () => {
    const query = toMeaning(Float32Array.of(1, 0, 0))
    const vectors = [toMeaning(Float32Array.of(1, 0)), toMeaning(Float32Array.of(1, 0, 0, 0))]
    const hits = search([['skill-0', 'skill-1']], { query, vectors })
    expect(hits.every(({ reasons }) => reasons.every(({ field }) => field !== 'meaning'))).toBe(
      true,
    )
  })
})
