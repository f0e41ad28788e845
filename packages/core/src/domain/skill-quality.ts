import type { UsageCounts } from './skill-usage.ts'

/** What speaks for a skill besides its words, the weightiest first. They read as words without their hyphens. */
export const qualityFactors = [
  'reviewed',
  'used-with-success',
  'valid',
  'changed-within-a-year',
] as const
export type QualityFactor = (typeof qualityFactors)[number]

const weights: Readonly<Record<QualityFactor, number>> = {
  reviewed: 0.3,
  'used-with-success': 0.3,
  valid: 0.2,
  'changed-within-a-year': 0.2,
}

/** `quality: reviewed, used with success`. */
export function describeQuality(factors: readonly QualityFactor[]): string {
  return `quality: ${factors.map((factor) => factor.replaceAll('-', ' ')).join(', ')}`
}

const yearInDays = 365

export interface QualityFacts {
  /** Days since the current revision was published; negative where a clock was set back. */
  readonly ageInDays: number
  /** Its name keeps the rules of the open format. */
  readonly isValid: boolean
  /** A person of the organisation wrote or approved the current revision. */
  readonly isReviewed: boolean
  /** Undefined for a skill that was not used. */
  readonly usage: Outcomes | undefined
}

type Outcomes = Pick<UsageCounts, 'runsCompleted' | 'runsFailed' | 'thumbsUp' | 'thumbsDown'>

export interface SkillQuality {
  /** From 0 to 1. */
  readonly share: number
  readonly factors: readonly QualityFactor[]
}

/** How much speaks for a skill besides its words. Pure. */
export function qualityOf({ ageInDays, isValid, isReviewed, usage }: QualityFacts): SkillQuality {
  const degrees: Readonly<Record<QualityFactor, number>> = {
    reviewed: isReviewed ? 1 : 0,
    'used-with-success': usage ? successOf(usage) : 0,
    valid: isValid ? 1 : 0,
    'changed-within-a-year': Math.min(1, Math.max(0, 1 - ageInDays / yearInDays)),
  }
  return {
    share: qualityFactors.reduce((sum, factor) => sum + weights[factor] * degrees[factor], 0),
    factors: qualityFactors.filter((factor) => degrees[factor] > 0),
  }
}

/** 0 for as many failures as successes, and for none of both; near 1 after many successes alone. */
function successOf({ runsCompleted, runsFailed, thumbsUp, thumbsDown }: Outcomes): number {
  const good = runsCompleted + thumbsUp
  const all = good + runsFailed + thumbsDown
  // Two more of each: one success says little.
  return Math.max(0, (2 * (good + 2)) / (all + 4) - 1)
}
