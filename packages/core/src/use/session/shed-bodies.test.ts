import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shedBodies } from './shed-bodies.ts'

const body = (slug: string, priority: number, contentLength: number) => ({
  slug,
  priority,
  contentLength,
})
const slugs = (bodies: readonly { readonly slug: string }[]) => bodies.map(({ slug }) => slug)

describe('what a turn has room for', () => {
  it('E5: sheds the lowest priority first', () => {
    const { kept, shed } = shedBodies(
      [body('low', 90, 5000), body('high', 10, 6000), body('mid', 50, 5000)],
      12_000,
    )
    expect(slugs(kept)).toEqual(['high', 'mid'])
    expect(slugs(shed)).toEqual(['low'])
  })

  it('E5: one body that is too large alone does not cost the others their place', () => {
    const { kept } = shedBodies([body('huge', 1, 20_000), body('small', 90, 100)], 12_000)
    expect(slugs(kept)).toEqual(['small'])
  })

  const bodies = fc.uniqueArray(
    fc.record({
      slug: fc.string({ minLength: 1, maxLength: 3 }),
      priority: fc.nat(3),
      contentLength: fc.nat(50),
    }),
    { selector: ({ slug }) => slug, maxLength: 12 },
  )

  it('E5: never goes over the budget, sheds nothing that would fit, and does not depend on the order', () => {
    fc.assert(
      fc.property(bodies, fc.nat(200), fc.infiniteStream(fc.nat()), (all, budget, random) => {
        const { kept, shed } = shedBodies(all, budget)
        const used = kept.reduce((sum, { contentLength }) => sum + contentLength, 0)
        expect(used).toBeLessThanOrEqual(budget)
        expect(kept.length + shed.length).toBe(all.length)
        for (const { contentLength } of shed) expect(used + contentLength).toBeGreaterThan(budget)
        const mixed = all
          .map((item) => ({ item, key: random.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ item }) => item)
        expect(new Set(slugs(shedBodies(mixed, budget).kept))).toEqual(new Set(slugs(kept)))
      }),
    )
  })
})
