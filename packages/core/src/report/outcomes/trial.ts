import type { ModelCallUsage } from '../../domain/token-usage.ts'

/** With what a case is tried: the skill, no skill, or another revision of it. */
export const arms = ['with', 'without', 'other'] as const
export type Arm = (typeof arms)[number]

export interface Trial {
  /** Stable, so that a resumed test knows what is finished. */
  readonly key: string
  readonly caseId: string
  readonly arm: Arm
  /** From 1. */
  readonly trial: number
}

/**
 * `needs-approval`: it asked for what nobody had allowed. `error`: the model, or a check, could not be used. Both say
 * nothing about the skill, and count in no rate.
 */
export const trialStatuses = ['passed', 'failed', 'needs-approval', 'error'] as const
export type TrialStatus = (typeof trialStatuses)[number]

export interface CheckVerdict {
  readonly name: string
  readonly kind: 'contains' | 'matches' | 'schema' | 'script' | 'judge'
  /** Null: it could not be decided. */
  readonly passed: boolean | null
  readonly why: string
  /** The model whose opinion this is; null for what is measured. */
  readonly judgedBy: string | null
}

/** Sums over model calls. Null: of one of them it is unknown, which never means none. */
export interface TrialUsage {
  readonly modelCalls: number
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly costNanos: number | null
}

export interface TrialResult extends Trial {
  readonly status: TrialStatus
  /** Why it is no pass; empty for a pass. */
  readonly why: string
  readonly model: string
  readonly answer: string
  /** Whether the skill's text was in the context. */
  readonly activated: boolean
  readonly checks: readonly CheckVerdict[]
  /** What the agent's calls took, and what those of the judge took. */
  readonly usage: TrialUsage
  readonly judgeUsage: TrialUsage
}

export const noTrialUsage: TrialUsage = {
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  costNanos: 0,
}

export function usageOfCalls(calls: readonly ModelCallUsage[]): TrialUsage {
  return calls.reduce<TrialUsage>(
    (sum, { usage, costNanos }) =>
      addTrialUsage(sum, {
        modelCalls: 1,
        inputTokens: usage.inputTokens,
        outputTokens: usage.outputTokens,
        costNanos: costNanos ?? null,
      }),
    noTrialUsage,
  )
}

export function addTrialUsage(one: TrialUsage, other: TrialUsage): TrialUsage {
  return {
    modelCalls: one.modelCalls + other.modelCalls,
    inputTokens: sumOf(one.inputTokens, other.inputTokens),
    outputTokens: sumOf(one.outputTokens, other.outputTokens),
    costNanos: sumOf(one.costNanos, other.costNanos),
  }
}

function sumOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other
}
