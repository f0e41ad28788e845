import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nthLargest } from './nth-largest.ts'

it('finds the nth largest, as sorting does', () => {
  const value = fc.integer({ min: -3, max: 12 })
  fc.assert(
    fc.property(fc.array(value), fc.integer({ min: 1, max: 20 }), (values, n) => {
      const sorted = [...values].sort((a, b) => b - a)
      expect(nthLargest(Float64Array.from(values), n)).toBe(
        sorted[n - 1] ?? Number.NEGATIVE_INFINITY,
      )
    }),
  )
})
