import { estimateCostNanos } from './plan-trials.ts'
import { addTrialUsage, type Trial, type TrialResult, type TrialUsage } from './trial.ts'

export interface TrialRun {
  readonly trials: readonly Trial[]
  /** What was finished before. It counts into the cost. */
  readonly finished: readonly PaidTrial[]
  /** Null for none. */
  readonly maxCostNanos: number | null
}

export interface TrialRunPorts {
  readonly signal: AbortSignal
  tryOnce(trial: Trial): Promise<TrialResult>
  /** Resolves once the result is durable. */
  record(result: TrialResult): Promise<void>
}

/** Why no further trial began. `cost-unknown`: there is a ceiling, and nobody can say what was spent. */
export type TrialRunEnd = 'finished' | 'over-cost' | 'cost-unknown' | 'stopped'

/**
 * Tries one after the other. With a ceiling, a trial begins only while what was spent and what one trial is expected to
 * cost stay under it. Nothing is expected of the first one, so it begins under every ceiling above 0.
 */
export async function runTrials(
  { trials, finished, maxCostNanos }: TrialRun,
  { signal, tryOnce, record }: TrialRunPorts,
): Promise<TrialRunEnd> {
  const seen = finished.map(wholeUsage)
  for (const trial of trials) {
    if (signal.aborted) return 'stopped'
    const end = maxCostNanos === null ? null : ceilingReached(seen, maxCostNanos)
    if (end) return end
    const result = await tryOnce(trial)
    // An interrupted trial says nothing, and is tried again.
    if (signal.aborted) return 'stopped'
    await record(result)
    seen.push(wholeUsage(result))
  }
  return 'finished'
}

type PaidTrial = Pick<TrialResult, 'usage' | 'judgeUsage'>

/** Of the agent and of the judge. */
export function wholeUsage({ usage, judgeUsage }: PaidTrial): TrialUsage {
  return addTrialUsage(usage, judgeUsage)
}

function ceilingReached(seen: readonly TrialUsage[], maxCostNanos: number): TrialRunEnd | null {
  const costs = seen.map(({ costNanos }) => costNanos)
  if (costs.some((cost) => cost === null)) return 'cost-unknown'
  const spent = (costs as number[]).reduce((sum, cost) => sum + cost, 0)
  const next = seen.length === 0 ? 0 : (estimateCostNanos(1, { prices: undefined, seen }) ?? 0)
  return maxCostNanos === 0 || spent + next > maxCostNanos ? 'over-cost' : null
}
