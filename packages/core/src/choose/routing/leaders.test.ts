import fc from 'fast-check'
import { expect, it } from 'vitest'
import { leaders } from './leaders.ts'

const few = fc.integer({ min: -1, max: 300 })
const standing = fc.oneof(few, fc.integer({ min: 130_000, max: 140_000 }))

it('finds the largest in order, as sorting does, and all that equal the last', () => {
  const most = fc.integer({ min: 1, max: 20 })
  const least = fc.integer({ min: 0, max: 300 })
  fc.assert(
    fc.property(fc.array(standing, { maxLength: 60 }), most, least, (standings, most, least) => {
      const places = leaders(Int32Array.from(standings), { most, least })
      const sorted = standings.filter((one) => one >= least).sort((a, b) => b - a)
      const last = sorted[most - 1] ?? least
      expect(places.map((at) => standings[at])).toEqual(sorted.filter((one) => one >= last))
      expect(new Set(places).size).toBe(places.length)
    }),
  )
})
