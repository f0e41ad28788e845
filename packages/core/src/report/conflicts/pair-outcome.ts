import { minSample, type Rate, rateOf } from '../usage/rate.ts'

/** Turns that ended, without cancelled ones. */
export interface EndedRuns {
  readonly runsCompleted: number
  readonly runsFailed: number
}

export interface PairOutcome {
  readonly verdict: 'worse' | 'no-difference-shown' | 'too-few'
  /** Success of the turns in which a model had both texts. */
  readonly together: Rate
  /** Of the turns with the first one and not the second, and the other way round. */
  readonly alone: readonly [Rate, Rate]
}

/**
 * Whether turns with both skills end worse than those with either alone: its interval lies below both others. Below
 * ten turns of any kind it does not say. Pure.
 */
export function pairOutcome(
  together: EndedRuns,
  withOne: readonly [EndedRuns, EndedRuns],
): PairOutcome {
  const successOf = ({ runsCompleted, runsFailed }: EndedRuns) =>
    rateOf(runsCompleted, runsCompleted + runsFailed)
  const alone = (all: EndedRuns) =>
    successOf({
      runsCompleted: Math.max(0, all.runsCompleted - together.runsCompleted),
      runsFailed: Math.max(0, all.runsFailed - together.runsFailed),
    })
  const rates = [alone(withOne[0]), alone(withOne[1])] as const
  const both = successOf(together)
  const isWorse = rates.every(({ low }) => both.high !== null && low !== null && both.high < low)
  const tooFew = [both, ...rates].some(({ n }) => n < minSample)
  const verdict = tooFew ? 'too-few' : isWorse ? 'worse' : 'no-difference-shown'
  return { verdict, together: both, alone: rates }
}
