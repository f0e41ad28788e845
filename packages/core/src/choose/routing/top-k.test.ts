import fc from 'fast-check'
import { expect, it } from 'vitest'
import { topK } from './top-k.ts'

const few = fc.integer({ min: -1, max: 300 })
const score = fc.oneof(few, fc.integer({ min: 130_000, max: 140_000 }))

it('finds the largest in order, like sorting, and all ties with the last', () => {
  const limit = fc.integer({ min: 1, max: 20 })
  const min = fc.integer({ min: 0, max: 300 })
  fc.assert(
    fc.property(fc.array(score, { maxLength: 60 }), limit, min, (scores, limit, min) => {
      const positions = topK(Int32Array.from(scores), { limit, min })
      const sorted = scores.filter((one) => one >= min).sort((a, b) => b - a)
      const last = sorted[limit - 1] ?? min
      expect(positions.map((at) => scores[at])).toEqual(sorted.filter((one) => one >= last))
      expect(new Set(positions).size).toBe(positions.length)
    }),
  )
})
