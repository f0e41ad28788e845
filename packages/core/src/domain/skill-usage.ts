import type { AgentId, RevisionDigest, SkillId } from '../base/ids.ts'
import { latencyCounters } from './latency-histogram.ts'

/**
 * What a number is about. Without a skill: everything of the conversation, counted once, however many skills took
 * part.
 */
export interface UsageKey {
  /** UTC days since the Unix epoch. */
  readonly day: number
  readonly skillId: SkillId | null
  /** The revision; null without a skill, and where no model call tells which one a person activated. */
  readonly digest: RevisionDigest | null
  readonly agentId: AgentId | null
  /** As the log names it; null for what no model call followed. */
  readonly model: string | null
}

/** All of them add up, over conversations and over days. */
export const usageCounters = [
  'offered',
  /** Of the offers, those after which the skill was activated in the same run. Never more than `offered`. */
  'taken',
  'activatedByPerson',
  'activatedByAgent',
  'activatedByRule',
  /** Answered calls: steps, and summaries. */
  'modelCalls',
  'inputTokens',
  'outputTokens',
  'cachedTokens',
  /** Model calls whose provider did not say how many tokens. They add nothing to the tokens. */
  'tokensUnknown',
  'cachedUnknown',
  'costNanos',
  /** Model calls of unknown cost. They add nothing to the cost. */
  'costUnknown',
  /** Of the `callsTimed` model calls whose duration is known. */
  'durationMs',
  'callsTimed',
  ...latencyCounters,
  'toolCalls',
  'toolFailures',
  'approvalsAsked',
  'approvalsApproved',
  'approvalsDenied',
  /** From question to answer, of the approved and the denied ones. */
  'answerMs',
  'runsCompleted',
  'runsFailed',
  'runsCancelled',
  'thumbsUp',
  'thumbsDown',
] as const
export type UsageCounter = (typeof usageCounters)[number]
export type UsageCounts = Readonly<Record<UsageCounter, number>>

export interface UsageFacts extends UsageCounts {
  /** The best place in a list of offers, from 1; null when it was not offered. */
  readonly bestRank: number | null
}

export type UsageRow = UsageKey & UsageFacts

export const noUsage: UsageFacts = {
  ...(Object.fromEntries(usageCounters.map((name) => [name, 0])) as UsageCounts),
  bestRank: null,
}

/** The sum of two, in any order. */
export function addUsage(one: UsageFacts, other: Partial<UsageFacts>): UsageFacts {
  const sums = usageCounters.map((name) => [name, one[name] + (other[name] ?? 0)])
  return {
    ...(Object.fromEntries(sums) as UsageCounts),
    bestRank: bestOf(one.bestRank, other.bestRank ?? null),
  }
}

function bestOf(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}
