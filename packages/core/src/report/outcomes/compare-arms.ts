import { minSample, type Rate, rateOf } from '../usage/rate.ts'
import {
  type Arm,
  addTrialUsage,
  arms,
  noTrialUsage,
  type TrialResult,
  type TrialStatus,
  type TrialUsage,
  trialStatuses,
} from './trial.ts'

/** How one arm did. */
export interface ArmSummary {
  readonly arm: Arm
  /** Of the trials that passed or failed. */
  readonly passes: Rate
  readonly statuses: Readonly<Record<TrialStatus, number>>
  /** How often the skill's text was in the context, of all trials. */
  readonly activated: number
  readonly usage: TrialUsage
  readonly judgeUsage: TrialUsage
}

/** `no-difference-shown` is no proof that there is none. */
export type DifferenceVerdict = 'better' | 'worse' | 'no-difference-shown' | 'too-few'

/** How much more often the skill passes than the arm it is compared with. */
export interface PairedDifference {
  readonly against: Arm
  /** Pairs of trials of the same case and round, both of which passed or failed. */
  readonly pairs: number
  /** Pairs in which only one of the two passed. */
  readonly onlyWith: number
  readonly onlyAgainst: number
  /** Null without pairs, as are the bounds. */
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
  readonly verdict: DifferenceVerdict
}

export function summariseArms(results: readonly TrialResult[]): readonly ArmSummary[] {
  return arms.flatMap((arm) => {
    const ofArm = results.filter((result) => result.arm === arm)
    return ofArm.length === 0 ? [] : [summaryOf(arm, ofArm)]
  })
}

function summaryOf(arm: Arm, results: readonly TrialResult[]): ArmSummary {
  const count = (status: TrialStatus) => results.filter((one) => one.status === status).length
  const statuses = Object.fromEntries(trialStatuses.map((status) => [status, count(status)]))
  return {
    arm,
    passes: rateOf(count('passed'), count('passed') + count('failed')),
    statuses: statuses as ArmSummary['statuses'],
    activated: results.filter(({ activated }) => activated).length,
    usage: results.reduce((sum, { usage }) => addTrialUsage(sum, usage), noTrialUsage),
    judgeUsage: results.reduce((sum, one) => addTrialUsage(sum, one.judgeUsage), noTrialUsage),
  }
}

/** Pairs trials of the same case and round, so that hard cases weigh on both sides alike. */
export function comparePairs(results: readonly TrialResult[], against: Arm): PairedDifference {
  const others = new Map(
    results.filter(({ arm }) => arm === against).map((one) => [pairKey(one), one]),
  )
  let [pairs, onlyWith, onlyAgainst] = [0, 0, 0]
  for (const one of results) {
    const other = one.arm === 'with' ? others.get(pairKey(one)) : undefined
    if (!other || !isDecided(one) || !isDecided(other)) continue
    pairs += 1
    if (one.status === 'passed' && other.status === 'failed') onlyWith += 1
    if (one.status === 'failed' && other.status === 'passed') onlyAgainst += 1
  }
  return { against, ...pairedDifference({ pairs, onlyWith, onlyAgainst }) }
}

function pairKey({ caseId, trial }: TrialResult): string {
  return JSON.stringify([caseId, trial])
}

function isDecided({ status }: TrialResult): boolean {
  return status === 'passed' || status === 'failed'
}

/** The 97.5 % quantile of the normal distribution. */
const z = 1.959_963_985

/**
 * The difference of two paired shares with its 95 % interval after Bonett and Price (2012), which adds one pair to
 * each disagreement and so holds for few pairs and for none that disagree.
 */
export function pairedDifference({
  pairs,
  onlyWith,
  onlyAgainst,
}: Pick<PairedDifference, 'pairs' | 'onlyWith' | 'onlyAgainst'>): Omit<
  PairedDifference,
  'against'
> {
  const counts = { pairs, onlyWith, onlyAgainst }
  if (pairs === 0) {
    return { ...counts, difference: null, low: null, high: null, verdict: 'too-few' }
  }
  const difference = (onlyWith - onlyAgainst) / pairs
  const [one, other] = [(onlyWith + 1) / (pairs + 2), (onlyAgainst + 1) / (pairs + 2)]
  const half = z * Math.sqrt((one + other - (one - other) ** 2) / (pairs + 2))
  const low = Math.max(-1, one - other - half)
  const high = Math.min(1, one - other + half)
  return { ...counts, difference, low, high, verdict: verdictOf(pairs, { low, high }) }
}

function verdictOf(
  pairs: number,
  { low, high }: { readonly low: number; readonly high: number },
): DifferenceVerdict {
  if (pairs < minSample) return 'too-few'
  if (low > 0) return 'better'
  return high < 0 ? 'worse' : 'no-difference-shown'
}
