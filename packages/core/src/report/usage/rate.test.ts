import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minSample, rateOf } from './rate.ts'

describe('a rate', () => {
  it('has the interval of Wilson’s score', () => {
    const { rate, low, high } = rateOf(8, 10)
    expect(rate).toBe(0.8)
    expect(low).toBeCloseTo(0.4902, 4)
    expect(high).toBeCloseTo(0.9433, 4)
  })

  it('says when there are too few to say, and nothing at all of none', () => {
    expect(rateOf(9, minSample - 1).tooFew).toBe(true)
    expect(rateOf(9, minSample).tooFew).toBe(false)
    expect(rateOf(0, 0)).toEqual({
      count: 0,
      n: 0,
      rate: null,
      low: null,
      high: null,
      tooFew: true,
    })
  })

  it('lies within its interval, the interval within 0 and 1, and more of the same makes it narrower', () => {
    const counts = fc
      .integer({ min: 1, max: 10_000 })
      .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))
    fc.assert(
      fc.property(counts, ([count, n]) => {
        const { rate, low, high } = rateOf(count, n)
        const bounds = [0, low, rate, high, 1].map(Number)
        expect(bounds).toEqual(bounds.toSorted((a, b) => a - b))
        const more = rateOf(count * 4, n * 4)
        expect(Number(more.high) - Number(more.low)).toBeLessThan(Number(high) - Number(low))
      }),
    )
  })
})
