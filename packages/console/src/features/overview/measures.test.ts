import type { RateBody, UsageNumbers } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { costText, measures, rateText, ratingText, tokensText } from './measures.ts'

const none: RateBody = { count: 0, n: 0, rate: null, low: null, high: null, too_few: true }
const nothing: UsageNumbers = {
  activations: { by_person: 0, by_agent: 0, by_rule: 0, total: 0 },
  ...{ offered: 0, best_rank: null, taken: none, model_calls: 0 },
  ...{ input_tokens: 0, output_tokens: 0, cached_tokens: 0 },
  ...{ calls_without_tokens: 0, calls_without_cached_tokens: 0 },
  ...{ cost: 0, calls_without_cost: 0, mean_latency_ms: null },
  latency: { n: 0, too_few: true, p50: null, p95: null },
  ...{ tool_calls: 0, tool_failures: none, approvals_asked: 0, approvals: none },
  ...{ mean_answer_ms: null, runs: { completed: 0, failed: 0, cancelled: 0 } },
  ...{ success: none, thumbs: none },
}
const numbersWith = (change: Partial<UsageNumbers>): UsageNumbers => ({ ...nothing, ...change })
const rate = (percent: number, [low, high]: readonly [number, number], n = 100): RateBody => ({
  ...{ count: (percent * n) / 100, n, rate: percent / 100, low, high, too_few: n < 10 },
})

describe('a number of the overview', () => {
  it('a cost that is unknown is unknown, one that is known in part says so, and neither is 0', () => {
    const unknown = numbersWith({ model_calls: 3, calls_without_cost: 3, cost: null })
    expect([measures.cost.value(unknown), measures.cost.without(unknown)]).toEqual([
      null,
      'unknown',
    ])
    expect(costText(unknown)).toBe('unknown')
    const part = numbersWith({ model_calls: 3, calls_without_cost: 1, cost: 0.5, input_tokens: 9 })
    expect(costText(part)).toBe('0.5 and unknown')
    expect(measures.cost.about(part)).toBe('9 tokens, cost of 2 of 3 calls')
    expect(tokensText(numbersWith({ model_calls: 2, calls_without_tokens: 2 }))).toBe('unknown')
    expect(measures.cost.without(nothing)).toBe('None')
  })

  it('a rate has its interval and n, and says nothing with too few', () => {
    expect(rateText(rate(94, [0.88, 0.97]))).toBe('88 to 97 %, n 100')
    expect(rateText(rate(100, [0.57, 1], 5))).toBe('Too few to say, n 5')
    expect(measures.success.value(nothing)).toBeNull()
  })

  it('a change has a colour only where the intervals do not meet', () => {
    const change = (now: RateBody, before: RateBody) =>
      measures.success.change(numbersWith({ success: now }), numbersWith({ success: before }))
    const before = rate(80, [0.71, 0.87])
    expect(change(rate(86, [0.78, 0.91]), before)).toEqual({ text: '+6 points' })
    expect(change(rate(95, [0.89, 0.98]), before)).toEqual({ text: '+15 points', tone: 'good' })
    expect(change(rate(50, [0.4, 0.6]), before)).toEqual({ text: '−30 points', tone: 'bad' })
    expect(change(rate(100, [0.57, 1], 5), before)).toBeNull()
  })

  it('nothing is compared with nothing, and no sum with one over another share of the calls', () => {
    const cost = (now: Partial<UsageNumbers>) =>
      measures.cost.change(
        numbersWith({ cost: 3, model_calls: 2, ...now }),
        numbersWith({ cost: 2 }),
      )
    expect(measures.activations.change(nothing, nothing)).toBeNull()
    expect(cost({})).toEqual({ text: '+50 %' })
    expect(cost({ calls_without_cost: 1 })).toBeNull()
  })

  it('latency is a median with its p95 and n, and says nothing with too few', () => {
    const around = (ms: number) => ({ ms, low: ms * 0.9, high: ms * 1.1 })
    const timed = (median: number, n = 40) =>
      numbersWith({
        model_calls: 40,
        latency: { n, too_few: false, p50: around(median), p95: around(4_000) },
      })
    const { latency } = measures
    expect([latency.value(timed(900)), latency.about(timed(900))]).toEqual([
      900,
      'p95 4.00 s, n 40',
    ])
    expect(latency.change(timed(900), timed(950))).toEqual({ text: '−50 ms' })
    expect(latency.change(timed(900), timed(2_000))?.tone).toBe('good')
    expect(latency.change(timed(2_000), timed(900))?.tone).toBe('bad')
    const few = numbersWith({
      ...{ model_calls: 9, mean_latency_ms: 700 },
      latency: { n: 9, too_few: true, p50: null, p95: null },
    })
    expect([latency.value(few), latency.without(few), latency.about(few)]).toEqual([
      ...[null, 'Too few', 'Too few to say, n 9'],
    ])
    expect(latency.change(few, timed(900))).toBeNull()
    expect(latency.without(numbersWith({ model_calls: 9 }))).toBe('unknown')
  })

  it('thumbs are counted up and down', () => {
    expect(ratingText(numbersWith({ thumbs: rate(92, [0.8, 0.97], 25) }))).toBe('23 / 2')
    expect(ratingText(nothing)).toBe('none')
  })
})
