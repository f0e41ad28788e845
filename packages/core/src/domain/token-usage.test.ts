import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costNanosOf, reportedUsage, unknownUsage } from './token-usage.ts'

const prices = { input: 3, cachedInput: 0.3, output: 15 }
const usage = { inputTokens: 1_000, outputTokens: 100, cachedTokens: 400 }

describe('the cost of a model call', () => {
  it('follows the prices of plain input, cached input and output', () => {
    // 600 × 3 + 400 × 0.3 + 100 × 15 millionths.
    expect(costNanosOf(usage, prices)).toBe(3_420_000)
  })

  it('has the full price for input of which nobody says that it was cached', () => {
    const { cachedTokens: _, ...unsaid } = usage
    expect(costNanosOf(unsaid, prices)).toBe(4_500_000)
  })

  it('is unknown, never zero, without a price that counts or without tokens', () => {
    expect(costNanosOf(usage, undefined)).toBeNull()
    expect(costNanosOf(usage, { ...prices, input: null })).toBeNull()
    expect(costNanosOf(usage, { ...prices, cachedInput: null })).toBeNull()
    expect(costNanosOf(usage, { ...prices, output: null })).toBeNull()
    expect(costNanosOf(unknownUsage, prices)).toBeNull()
  })

  it('needs no price of what was not used, and is zero for a model that is free', () => {
    expect(costNanosOf({ ...usage, cachedTokens: 0 }, { ...prices, cachedInput: null })).toBe(
      4_500_000,
    )
    expect(costNanosOf(usage, { input: 0, cachedInput: 0, output: 0 })).toBe(0)
  })
})

describe('reportedUsage', () => {
  it('takes counts, and nothing else, from any provider', () => {
    expect(reportedUsage(usage)).toEqual(usage)
    const unknown = { inputTokens: null, outputTokens: null, cachedTokens: null }
    expect(reportedUsage({})).toEqual(unknown)
    expect(reportedUsage({ inputTokens: 0, outputTokens: 0 })).toEqual(unknown)
    expect(reportedUsage({ inputTokens: Number.NaN, outputTokens: 5 })).toEqual(unknown)
    expect(reportedUsage({ ...usage, cachedTokens: 1_001 }).cachedTokens).toBeNull()
    const number = fc.oneof(fc.double(), fc.integer(), fc.constant(null), fc.constant(undefined))
    const reported = fc.record({ inputTokens: number, outputTokens: number, cachedTokens: number })
    fc.assert(
      fc.property(reported, (one) => {
        const counts = Object.values(reportedUsage(one)).filter((count) => count !== null)
        expect(counts.every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true)
        expect(reportedUsage(reportedUsage(one))).toEqual(reportedUsage(one))
      }),
    )
  })
})
