import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })

/** By recursion on the ends, straight from the definition. */
function plainDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [cutA, cutB] = [a.slice(0, -1), b.slice(0, -1)]
  const isSwap = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  return Math.min(
    plainDistance(cutA, b) + 1,
    plainDistance(a, cutB) + 1,
    plainDistance(cutA, cutB) + (a.at(-1) === b.at(-1) ? 0 : 1),
    isSwap ? plainDistance(a.slice(0, -2), b.slice(0, -2)) + 1 : Number.POSITIVE_INFINITY,
  )
}

describe('editDistance', () => {
  it('counts a swap, a letter too many, one too few and a wrong one as one slip each', () => {
    const mistyped = ['postgers', 'posstgres', 'postgrs', 'postgrez']
    expect(mistyped.map((one) => editDistance(one, 'postgres', 2))).toEqual([1, 1, 1, 1])
  })

  it('equals the definition up to the limit, and is one more beyond it', () => {
    fc.assert(
      fc.property(word, word, fc.nat(4), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(plainDistance(a, b), limit + 1))
      }),
      { numRuns: 300 },
    )
  })
})
