import type { AgentId, OutcomeRetestId, RevisionDigest, SkillId, Timestamp } from '../base/ids.ts'

/** With the model from before the change, or with the one after it. */
export const retestSides = ['before', 'after'] as const
export type RetestSide = (typeof retestSides)[number]

/**
 * Why no further trial began. `off`: no cost is allowed. `cost-unknown`: a model has no prices, so that no ceiling could
 * be held. `superseded`: the model changed again.
 */
export const retestEnds = [
  'finished',
  'over-cost',
  'cost-unknown',
  'off',
  'unchanged',
  'model-gone',
  'superseded',
  'failed',
] as const
export type RetestEnd = (typeof retestEnds)[number]

/** One trial of a case with one of the two models. What the model answered is not kept. */
export interface RetestTrial {
  readonly skillId: SkillId
  /** Of the content that was tried. */
  readonly digest: RevisionDigest
  readonly side: RetestSide
  readonly caseId: string
  /** From 1. */
  readonly trial: number
  readonly status: 'passed' | 'failed' | 'needs-approval' | 'error'
  /** Of the agent and of the judge; null when it is unknown. */
  readonly costNanos: number | null
}

/** How a skill's tests went with both models. */
export interface RetestedSkill {
  readonly skillId: SkillId
  readonly digest: RevisionDigest
  readonly before: PassCount
  readonly after: PassCount
  /** Trials of the same case and round that passed or failed with both models. */
  readonly pairs: number
  readonly onlyBefore: number
  readonly onlyAfter: number
  /** Why it could not be tried; null when it was. */
  readonly problem: string | null
}

export interface PassCount {
  readonly count: number
  readonly n: number
}

/** The outcome tests of the skills in use, again, because a model changed. */
export interface OutcomeRetest {
  readonly id: OutcomeRetestId
  /** Whose model changed; null for the organisation's default. */
  readonly agentId: AgentId | null
  /** Ids of models; null for the server's own. */
  readonly before: string | null
  readonly after: string | null
  readonly requestedAt: Timestamp
  /** Null while it waits or runs. */
  readonly result: RetestResult | null
}

export interface RetestResult {
  readonly end: RetestEnd
  readonly endedAt: Timestamp
  /** Null when it is unknown. */
  readonly spentNanos: number | null
  readonly maxCostNanos: number
  /** The names of the two models; null where nothing began. */
  readonly labels: { readonly before: string; readonly after: string } | null
  /** In the order in which they were tried, those used most first. */
  readonly skills: readonly RetestedSkill[]
  /** Skills with tests that nothing was tried of, because it ended before. */
  readonly untried: number
}

/** Of one that ends because the model changed again. */
export function supersededResult(endedAt: Timestamp): RetestResult {
  return {
    ...{ end: 'superseded', endedAt, spentNanos: null, maxCostNanos: 0 },
    ...{ labels: null, skills: [], untried: 0 },
  }
}
