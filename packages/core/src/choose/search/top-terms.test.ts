import fc from 'fast-check'
import { expect, it } from 'vitest'
import { topTerms } from './top-terms.ts'

it('keeps the terms with the highest counts, the first of equal ones, in their order', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 600 }), { maxLength: 40 })
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 20 }), (all, keep) => {
      const terms = all.map((_, term) => term)
      const best = [...terms].sort((a, b) => all[b]! - all[a]!).slice(0, keep)
      expect(topTerms(terms, Uint16Array.from(all), keep)).toEqual(best.sort((a, b) => a - b))
    }),
  )
})
