import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateMinScore } from './estimate-min-score.ts'

describe('where the top of many scores likely begins', () => {
  it('is a score that twice the limit reach, of few scores exactly so', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.constantFrom(0, 1.1, 3.3), fc.double({ min: 0, max: 20, noNaN: true })),
          {
            maxLength: 2000,
          },
        ),
        fc.integer({ min: 8, max: 200 }),
        (values, limit) => {
          const threshold = estimateMinScore(Float64Array.from(values), values.length, limit)
          const above = values.filter((value) => value >= threshold).length
          expect(threshold === 0 || above >= Math.min(2 * limit, values.length)).toBe(true)
        },
      ),
    )
  })

  it('leaves out most of many scores', () => {
    const scores = Float64Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 100_003)
    const threshold = estimateMinScore(scores, scores.length, 200)
    const above = scores.filter((score) => score >= threshold).length
    expect(above).toBeGreaterThan(200)
    expect(above).toBeLessThan(2000)
  })

  it('is 0 where fewer have a score than are wanted, and reads no more than the size', () => {
    expect(estimateMinScore(Float64Array.of(0, 3, 0, 2), 4, 2)).toBe(0)
    expect(estimateMinScore(new Float64Array(64), 64, 1)).toBe(0)
    expect(estimateMinScore(new Float64Array(64).fill(5, 32), 32, 1)).toBe(0)
  })
})
