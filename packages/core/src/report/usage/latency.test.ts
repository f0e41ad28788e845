import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { latencyCounterOf } from '../../domain/latency-histogram.ts'
import { addUsage, noUsage, type UsageFacts } from '../../domain/skill-usage.ts'
import { latencyOf } from './latency.ts'
import { minSample } from './rate.ts'

const timed = (durations: readonly number[]): UsageFacts =>
  durations.reduce((sum, ms) => addUsage(sum, { [latencyCounterOf(ms)]: 1 }), noUsage)

describe('latency', () => {
  it('is too few to say below the limit of all numbers, with n', () => {
    const one = Array.from({ length: minSample - 1 }, () => 700)
    expect(latencyOf(timed(one))).toEqual({ n: 9, tooFew: true, p50: null, p95: null })
    expect(latencyOf(timed([...one, 700]))).toMatchObject({ n: 10, tooFew: false })
  })

  it('has percentiles with an interval that more calls make narrower', () => {
    const evenly = Array.from({ length: 100 }, (_, index) => (index + 1) * 40)
    const { p50, p95 } = latencyOf(timed(evenly))
    expect(p50?.ms).toBe(2000)
    expect(p95?.ms).toBeGreaterThan(3700)
    expect(p95?.ms).toBeLessThan(3900)
    const width = (times: number) => {
      const { p50: half } = latencyOf(timed(Array.from({ length: times }, () => evenly).flat()))
      return (half?.high ?? 0) - (half?.low ?? 0)
    }
    expect(width(4)).toBeLessThan(width(1))
  })

  it('beyond the last bound says that bound', () => {
    const slow = Array.from({ length: 20 }, () => 900_000)
    expect(latencyOf(timed(slow)).p50).toEqual({ ms: 120_000, low: 120_000, high: 120_000 })
  })

  it('each percentile is within its interval and in the bucket of the true one, in any order of adding', () => {
    const durations = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 10 })
    fc.assert(
      fc.property(durations, (all) => {
        const { n, p50, p95 } = latencyOf(timed(all))
        expect(n).toBe(all.length)
        expect(latencyOf(timed(all.toReversed()))).toEqual(latencyOf(timed(all)))
        const sorted = all.toSorted((one, other) => one - other)
        for (const [percentile, share] of [
          [p50, 0.5],
          [p95, 0.95],
        ] as const) {
          const { ms = -1, low = 0, high = -1 } = percentile ?? {}
          expect([low, ms, high]).toEqual([low, ms, high].toSorted((a, b) => a - b))
          const truth = sorted[Math.ceil(share * all.length) - 1] ?? 0
          const bucket = latencyCounterOf(truth)
          const expected = bucket === 'latencyAbove' ? 'latencyTo120000' : bucket
          expect([latencyCounterOf(ms), latencyCounterOf(ms + 1)]).toContain(expected)
        }
      }),
    )
  })
})
