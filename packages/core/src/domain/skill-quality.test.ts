import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeQuality, type QualityFacts, qualityOf } from './skill-quality.ts'

const none = { runsCompleted: 0, runsFailed: 0, thumbsUp: 0, thumbsDown: 0 }
const plain: QualityFacts = { ageInDays: 1000, isValid: false, isReviewed: false, usage: undefined }
const best: QualityFacts = {
  ...{ ageInDays: 0, isValid: true, isReviewed: true },
  usage: { ...none, runsCompleted: 1e6 },
}

const counts = fc.nat(1000)
const facts: fc.Arbitrary<QualityFacts> = fc.record({
  ageInDays: fc.integer({ min: -10, max: 4000 }),
  isValid: fc.boolean(),
  isReviewed: fc.boolean(),
  usage: fc.option(
    fc.record({
      runsCompleted: counts,
      runsFailed: counts,
      thumbsUp: counts,
      thumbsDown: counts,
    }),
    { nil: undefined },
  ),
})

describe('what speaks for a skill besides its words', () => {
  it('is nothing for an old skill that nobody looked at, and 1 for the best', () => {
    expect(qualityOf(plain)).toEqual({ share: 0, factors: [] })
    const { share, factors } = qualityOf(best)
    expect(share).toBeCloseTo(1, 4)
    expect(factors).toEqual(['reviewed', 'used-with-success', 'valid', 'changed-within-a-year'])
  })

  it('stays between 0 and 1', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const { share } = qualityOf(one)
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('never falls by a success, and never rises by a failure or by age', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const usage = one.usage ?? none
        const { share } = qualityOf({ ...one, usage })
        for (const name of ['runsCompleted', 'thumbsUp'] as const) {
          const more = { ...usage, [name]: usage[name] + 1 }
          expect(qualityOf({ ...one, usage: more }).share).toBeGreaterThanOrEqual(share)
        }
        for (const name of ['runsFailed', 'thumbsDown'] as const) {
          const more = { ...usage, [name]: usage[name] + 1 }
          expect(qualityOf({ ...one, usage: more }).share).toBeLessThanOrEqual(share)
        }
        const older = qualityOf({ ...one, usage, ageInDays: one.ageInDays + 1 })
        expect(older.share).toBeLessThanOrEqual(share)
      }),
    )
  })

  it('names use where more went well than not, and a little for a single success', () => {
    const used = (usage: Partial<typeof none>) =>
      qualityOf({ ...plain, usage: { ...none, ...usage } })
    expect(used({ runsCompleted: 1 }).factors).toEqual(['used-with-success'])
    expect(used({ runsCompleted: 1 }).share).toBeLessThan(used({ thumbsUp: 9 }).share / 2)
    expect(used({ runsCompleted: 30, runsFailed: 30 }).factors).toEqual([])
  })

  it('reads as words', () => {
    expect(describeQuality(['reviewed', 'used-with-success'])).toBe(
      'quality: reviewed, used with success',
    )
  })
})
