import type { ImportItem } from '@repertoire/client'

export type Arm = 'with' | 'without' | 'other'

export interface TrialUsage {
  readonly modelCalls: number
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly costNanos: number | null
}

export interface TrialResult {
  readonly key: string
  readonly caseId: string
  readonly arm: Arm
  readonly trial: number
  readonly status: 'passed' | 'failed' | 'needs-approval' | 'error'
  readonly why: string
  readonly checks: readonly {
    readonly name: string
    readonly passed: boolean | null
    readonly judgedBy: string | null
  }[]
}

/** A line of the results file. */
export interface RecordedTrial {
  readonly skill: string
  readonly digest: string
  readonly result: TrialResult
}

export interface ArmSummary {
  readonly arm: Arm
  readonly passes: {
    readonly count: number
    readonly n: number
    readonly rate: number | null
    readonly low: number | null
    readonly high: number | null
    readonly tooFew: boolean
  }
  readonly statuses: Readonly<Record<TrialResult['status'], number>>
  readonly activated: number
  readonly usage: TrialUsage
  readonly judgeUsage: TrialUsage
}

export interface PairedDifference {
  readonly against: Arm
  readonly pairs: number
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
  readonly verdict: 'better' | 'worse' | 'no-difference-shown' | 'too-few'
}

export interface SkillReport {
  readonly skill: string
  readonly model: string
  readonly arms: readonly ArmSummary[]
  readonly differences: readonly PairedDifference[]
  readonly results: readonly TrialResult[]
}

export interface TestPlan {
  readonly model: string
  readonly demo: boolean
  readonly trials: number
  readonly remaining: number
  readonly estimateNanos: number | null
}

export interface OutcomeReport {
  readonly end: 'finished' | 'over-cost' | 'cost-unknown' | 'stopped'
  readonly skills: readonly SkillReport[]
}

/** What the process of the tests says, a line each. */
export type ProcessMessage =
  | ({ readonly type: 'plan' } & TestPlan)
  | { readonly type: 'trial'; readonly trial: RecordedTrial }
  | ({ readonly type: 'report' } & OutcomeReport)
  | { readonly type: 'problem'; readonly message: string; readonly hint?: string }

export interface TestRequest {
  readonly skills: readonly {
    readonly skill: ImportItem
    readonly other?: ImportItem
    readonly baseline: boolean
  }[]
  readonly trials: number
  readonly approve: readonly string[]
  readonly prices: {
    readonly input: number
    readonly cachedInput: number | null
    readonly output: number
  } | null
  readonly recorded: readonly RecordedTrial[]
}
