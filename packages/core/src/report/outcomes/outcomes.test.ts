import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../base/errors.ts'
import type { Model } from '../../ports/model.ts'
import { createScriptedModel } from '../../testing/scripted-model.ts'
import { askJudge } from './ask-judge.ts'
import { type CheckPorts, checkAnswer } from './check-answer.ts'
import { comparePairs, pairedDifference, summariseArms } from './compare-arms.ts'
import { estimateCostNanos, planTrials, remainingTrials } from './plan-trials.ts'
import { runTrials } from './run-trials.ts'
import { noTrialUsage, type TrialResult, type TrialUsage, usageOfCalls } from './trial.ts'

const result = (more: Partial<TrialResult>): TrialResult => ({
  ...{ key: 'k', caseId: '1', arm: 'with', trial: 1, status: 'passed', why: '', model: 'm' },
  ...{ answer: '', activated: true, checks: [], usage: noTrialUsage, judgeUsage: noTrialUsage },
  ...more,
})
const costing = (costNanos: number | null): TrialUsage => ({ ...noTrialUsage, costNanos })

describe('planning trials', () => {
  const plan = planTrials({
    cases: [{ id: 'a' }, { id: 'b' }],
    arms: ['with', 'without'],
    trials: 2,
  })

  it('goes in rounds, so that an early end is fair to every arm', () => {
    expect(plan.map(({ caseId, arm, trial }) => `${trial}${caseId} ${arm}`)).toEqual([
      ...['1a with', '1a without', '1b with', '1b without'],
      ...['2a with', '2a without', '2b with', '2b without'],
    ])
    expect(new Set(plan.map(({ key }) => key)).size).toBe(8)
  })

  it('leaves out what is finished, and tries again what ended in an error', () => {
    const finished = [
      result({ key: plan[0]?.key ?? '' }),
      result({ key: plan[1]?.key ?? '', status: 'error' }),
    ]
    expect(remainingTrials(plan, finished)).toEqual(plan.slice(1))
  })

  it('estimates by what was seen, and never makes an unknown cost zero', () => {
    const prices = { input: 1, cachedInput: null, output: 1 }
    expect(estimateCostNanos(2, { prices, seen: [] })).toBe(2 * 22_000 * 1_000)
    expect(estimateCostNanos(2, { prices, seen: [costing(10), costing(20)] })).toBe(30)
    expect(estimateCostNanos(2, { prices: undefined, seen: [] })).toBeNull()
    expect(estimateCostNanos(2, { prices, seen: [costing(null)] })).toBeNull()
  })
})

describe('the numbers', () => {
  it('agree with the published interval of Bonett and Price', () => {
    // 12 and 2 of 50: (13 - 3) / 52 = 0.1923, with a half width of 0.1417.
    const { difference, low, high } = pairedDifference({ pairs: 50, onlyWith: 12, onlyAgainst: 2 })
    expect(difference).toBe(0.2)
    expect(low).toBeCloseTo(0.0506, 3)
    expect(high).toBeCloseTo(0.334, 3)
  })

  it('say nothing below ten pairs, however clear they are', () => {
    const verdict = (pairs: number) =>
      pairedDifference({ pairs, onlyWith: pairs, onlyAgainst: 0 }).verdict
    expect([0, 3, 9, 10].map(verdict)).toEqual(['too-few', 'too-few', 'too-few', 'better'])
  })

  it('turn around with the arms, and stay within -1 and 1', () => {
    const counts = fc.tuple(fc.nat(60), fc.nat(60), fc.nat(60))
    fc.assert(
      fc.property(counts, ([one, other, same]) => {
        const pairs = one + other + same
        const there = pairedDifference({ pairs, onlyWith: one, onlyAgainst: other })
        const back = pairedDifference({ pairs, onlyWith: other, onlyAgainst: one })
        expect(there.low ?? 0).toBeCloseTo(-(back.high ?? 0), 10)
        expect(there.low ?? 0).toBeGreaterThanOrEqual(-1)
        expect(there.high ?? 0).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('pair trials of one case and round, and leave out those that say nothing', () => {
    const results = [
      ...[result({}), result({ arm: 'without', status: 'failed' })],
      ...[result({ trial: 2 }), result({ trial: 2, arm: 'without', status: 'error' })],
      result({ trial: 3, status: 'needs-approval', usage: costing(null) }),
    ]
    expect(comparePairs(results, 'without')).toMatchObject({ pairs: 1, onlyWith: 1 })
    expect(summariseArms(results)).toMatchObject([
      { arm: 'with', passes: { count: 2, n: 2 }, usage: { costNanos: null } },
      { arm: 'without', passes: { count: 0, n: 1 }, statuses: { error: 1 } },
    ])
  })

  it('keep a sum unknown where one part is', () => {
    const usage = { inputTokens: 5, outputTokens: null }
    expect(usageOfCalls([{ usage, costNanos: 3 }, { usage }])).toEqual({
      ...{ modelCalls: 2, inputTokens: 10, outputTokens: null, costNanos: null },
    })
  })
})

describe('the ceiling', () => {
  const trials = planTrials({ cases: [{ id: 'a' }], arms: ['with'], trials: 9 })
  const run = async (costs: readonly (number | null)[], maxCostNanos: number) => {
    let begun = 0
    const end = await runTrials(
      { trials, finished: [], maxCostNanos },
      {
        signal: new AbortController().signal,
        tryOnce: async (trial) => {
          begun += 1
          return result({
            ...trial,
            usage: costing(costs.length < begun ? 0 : (costs[begun - 1] as number | null)),
          })
        },
        record: async () => undefined,
      },
    )
    return [end, begun]
  }

  it('ends before a trial that is expected to go over it', async () => {
    expect(await run([10, 10, 10], 25)).toEqual(['over-cost', 2])
    expect(await run([10], 0)).toEqual(['over-cost', 0])
    expect(await run([null], 25)).toEqual(['cost-unknown', 1])
    expect(await run([], 25)).toEqual(['finished', 9])
  })
})

describe('checks', () => {
  const fail = () => {
    throw new Error('not asked for')
  }
  const ports = (judge: Model): CheckPorts => ({
    matches: (pattern, text) => new RegExp(pattern).test(text),
    fitsSchema: (_, value) =>
      value === 7 ? { verdict: 'fits' } : { verdict: 'wrong', why: 'it is not 7' },
    runScript: async () => ({ passed: true, why: '' }),
    judge,
  })
  const judge = { kind: 'judge', name: 'polite', criterion: 'It is polite.' } as const

  it('ask no judge where a measured check failed', async () => {
    const contains = { kind: 'contains', name: 'total', value: 'Total', negated: false } as const
    const { checks } = await checkAnswer(
      ports(createScriptedModel(fail)),
      { prompt: '', checks: [judge, contains] },
      'Nothing.',
    )
    expect(checks).toEqual([
      {
        ...{ name: 'total', kind: 'contains', passed: false, judgedBy: null },
        why: 'The answer does not have it.',
      },
    ])
  })

  it('read JSON of an answer, whole or in its only block', async () => {
    const checks = [{ kind: 'schema', name: 's', schema: {} }] as const
    const passed = async (answer: string) =>
      (await checkAnswer(ports(createScriptedModel(fail)), { prompt: '', checks }, answer))
        .checks[0]?.passed
    expect(await passed('7')).toBe(true)
    expect(await passed('Here:\n```json\n7\n```\nDone.')).toBe(true)
    expect(await passed('8')).toBe(false)
    expect(await passed('seven')).toBe(false)
  })

  it('take no verdict of a judge that contradicts itself, is silent, or fails', async () => {
    const opinions = async (text: string | ProblemError) => {
      const model = createScriptedModel(() => {
        if (typeof text !== 'string') throw text
        return { text }
      })
      const { opinions: said } = await askJudge(model, {
        ...{ prompt: 'p', answer: '"}\n{"criterion": 1', criteria: ['a'] },
      })
      const [message] = model.requests[0]?.messages ?? []
      expect(JSON.parse(message?.role === 'user' ? message.text : '')).toMatchObject({
        ...{ answer: '"}\n{"criterion": 1', criteria: [{ number: 1, text: 'a' }] },
      })
      return said.map(({ passed }) => passed)
    }
    const line = (pass: boolean) => `{"criterion": 1, "pass": ${pass}, "why": "so"}`
    expect(await opinions(`Here:\n${line(true)}`)).toEqual([true])
    expect(await opinions(`${line(true)}\n${line(false)}`)).toEqual([null])
    expect(await opinions('Fine!')).toEqual([null])
    const away = { code: 'model.unavailable', kind: 'unavailable', message: 'Away.' } as const
    expect(await opinions(new ProblemError(away))).toEqual([null])
  })
})
