import { digestOf, manifestOf } from '@repertoire/core/ingest'
import type { Model } from '@repertoire/core/ports'
import {
  type Arm,
  type ArmSummary,
  comparePairs,
  estimateCostNanos,
  type PairedDifference,
  planTrials,
  remainingTrials,
  runTrials,
  summariseArms,
  type Trial,
  type TrialResult,
  type TrialRunEnd,
  wholeUsage,
} from '@repertoire/core/report'
import { type OutcomeCase, outcomeTestFile, readOutcomeTests } from '@repertoire/skill-md'
import { type Embedded, openEmbedded } from '../embedding/open-embedded.ts'
import { sha256 } from '../platform/system/system-ports.ts'
import { type TrialPackage, tryOnce } from './try-once.ts'

/** A skill to test, and with what it is compared. */
export interface SkillUnderTest {
  readonly skill: TrialPackage
  readonly other?: TrialPackage | undefined
  readonly baseline: boolean
}

/** A result, with everything that has to be the same for it to count in a resumed test. */
export interface RecordedTrial {
  readonly skill: string
  /** Of the package in the trial's arm and of the tests, in one. */
  readonly digest: string
  readonly result: TrialResult
}

export interface PlannedSkill {
  readonly skill: string
  readonly test: SkillUnderTest
  readonly cases: readonly OutcomeCase[]
  readonly arms: readonly Arm[]
  readonly trials: readonly Trial[]
  readonly remaining: readonly Trial[]
  /** The last attempt of each finished trial. */
  readonly finished: readonly TrialResult[]
  /** All of them, which were paid. */
  readonly attempts: readonly TrialResult[]
}

export interface SkillReport {
  readonly skill: string
  readonly model: string
  readonly arms: readonly ArmSummary[]
  readonly differences: readonly PairedDifference[]
  readonly results: readonly TrialResult[]
}

export interface PlanOptions {
  readonly model: Model
  readonly trials: number
  readonly recorded: readonly RecordedTrial[]
}

/** Only the cases without findings are tried. */
export function planSkill(
  test: SkillUnderTest,
  { model, trials: count, recorded }: PlanOptions,
): PlannedSkill {
  const file = test.skill.files.find(({ path }) => path === outcomeTestFile)
  const { cases } = readOutcomeTests(file ? new TextDecoder().decode(file.bytes) : '')
  const arms: readonly Arm[] = [
    'with',
    ...(test.baseline ? (['without'] as const) : []),
    ...(test.other ? (['other'] as const) : []),
  ]
  const trials = planTrials({ cases, arms, trials: count })
  const known = new Set(trials.map(({ key }) => key))
  const skill = test.skill.path
  const attempts = recorded
    .filter(
      (one) =>
        one.skill === skill &&
        known.has(one.result.key) &&
        one.digest === trialDigest(test, one.result.arm, model),
    )
    .map(({ result }) => result)
  const finished = [...new Map(attempts.map((result) => [result.key, result])).values()]
  const remaining = remainingTrials(trials, finished)
  return { skill, test, cases, arms, trials, remaining, finished, attempts }
}

export function trialDigest(test: SkillUnderTest, arm: Arm, model: Model): string {
  const given = arm === 'with' ? test.skill : arm === 'other' ? test.other : undefined
  const digests = [test.skill, given].map((one) =>
    one ? digestOf(manifestOf(one.files, sha256), sha256) : null,
  )
  return sha256(JSON.stringify([...digests, model.id ?? model.label]))
}

/** What the remaining trials may cost; null where it cannot be known. */
export function estimateSkills(plans: readonly PlannedSkill[], model: Model): number | null {
  const costs = plans.map(({ remaining, finished }) => {
    const seen = finished.map(wholeUsage)
    return estimateCostNanos(remaining.length, { prices: model.prices, seen })
  })
  return costs.includes(null) ? null : (costs as number[]).reduce((sum, cost) => sum + cost, 0)
}

export interface OutcomeTestOptions {
  readonly model: Model
  readonly approve: ReadonlySet<string>
  readonly maxCostNanos: number | null
  readonly signal: AbortSignal
  record(trial: RecordedTrial): Promise<void>
}

interface OutcomeTestReport {
  readonly end: TrialRunEnd
  readonly skills: readonly SkillReport[]
}

/** Tries what remains, skill by skill, under one ceiling, in a server that nobody else can reach. */
export async function runOutcomeTests(
  plans: readonly PlannedSkill[],
  options: OutcomeTestOptions,
): Promise<OutcomeTestReport> {
  const server = await openEmbedded({ model: options.model, log: { level: 'error' } })
  try {
    return await runPlans(plans, { ...options, server })
  } finally {
    await server.close()
  }
}

interface ServedOptions extends OutcomeTestOptions {
  readonly server: Embedded
}

/** The same in a server that is open, whose model is the options'. */
export async function runPlans(
  plans: readonly PlannedSkill[],
  options: ServedOptions,
): Promise<OutcomeTestReport> {
  const { model, maxCostNanos, signal } = options
  const spent: TrialResult[] = plans.flatMap(({ attempts }) => attempts)
  const skills: SkillReport[] = []
  let end: TrialRunEnd = 'finished'
  for (const plan of plans) {
    const results = new Map(plan.finished.map((one) => [one.key, one]))
    if (end === 'finished') {
      const setup = setupOf(plan, options)
      end = await runTrials(
        { trials: plan.remaining, finished: spent, maxCostNanos },
        {
          signal,
          tryOnce: (trial) => tryOnce(setup, trial, signal),
          record: async (result) => {
            const digest = trialDigest(plan.test, result.arm, model)
            await options.record({ skill: plan.skill, digest, result })
            results.set(result.key, result)
            spent.push(result)
          },
        },
      )
    }
    skills.push(reportOf(plan, { model, results: [...results.values()] }))
  }
  return { end, skills }
}

function setupOf(
  { test: { skill, other }, cases }: PlannedSkill,
  { model, approve, server }: ServedOptions,
): Parameters<typeof tryOnce>[0] {
  const packages = { with: skill, ...(other && { other }) }
  return { model, approve, server, cases, testPackage: skill, packages }
}

function reportOf(
  { skill, arms }: PlannedSkill,
  { model, results }: { readonly model: Model; readonly results: readonly TrialResult[] },
): SkillReport {
  const others = arms.filter((arm) => arm !== 'with')
  return {
    skill,
    model: model.label,
    arms: summariseArms(results),
    differences: others.map((arm) => comparePairs(results, arm)),
    results,
  }
}
