import type { OutcomeCase } from '@repertoire/skill-md'
import type { ModelPrices } from '../../domain/model-provider.ts'
import { costNanosOf } from '../../domain/token-usage.ts'
import type { Arm, Trial, TrialResult, TrialUsage } from './trial.ts'

export interface TrialPlan {
  readonly cases: readonly Pick<OutcomeCase, 'id'>[]
  readonly arms: readonly Arm[]
  /** How often each case is tried with each arm. */
  readonly trials: number
}

/** Every trial, in rounds: a test that ends early has tried all cases and arms about equally often. Pure. */
export function planTrials({ cases, arms, trials }: TrialPlan): readonly Trial[] {
  return Array.from({ length: trials }, (_, at) => at + 1).flatMap((trial) =>
    cases.flatMap(({ id: caseId }) =>
      arms.map((arm) => ({ key: JSON.stringify([caseId, arm, trial]), caseId, arm, trial })),
    ),
  )
}

/** Those without a result; what ended in an error is tried again. */
export function remainingTrials(
  plan: readonly Trial[],
  finished: readonly TrialResult[],
): readonly Trial[] {
  const done = new Set(finished.flatMap(({ key, status }) => (status === 'error' ? [] : [key])))
  return plan.filter(({ key }) => !done.has(key))
}

/** What one trial takes where none has been seen yet: some steps, each with the prompt and an answer. */
const assumedTokens = { inputTokens: 20_000, outputTokens: 2_000 }

/** The expected cost of so many trials, by those seen or else by an assumption; null where prices are unknown. */
export function estimateCostNanos(
  trials: number,
  {
    prices,
    seen,
  }: { readonly prices: ModelPrices | undefined; readonly seen: readonly TrialUsage[] },
): number | null {
  const costs = seen.map(({ costNanos }) => costNanos)
  if (costs.some((cost) => cost === null)) return null
  const known = costs as readonly number[]
  if (known.length > 0) {
    return Math.round((known.reduce((sum, cost) => sum + cost, 0) / known.length) * trials)
  }
  const one = costNanosOf(assumedTokens, prices)
  return one === null ? null : one * trials
}
