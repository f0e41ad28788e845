import type {
  AgentId,
  ConversationId,
  RevisionDigest,
  RunId,
  SkillId,
  UserId,
} from '../base/ids.ts'
import type { Conversation } from '../domain/conversation.ts'
import type { UsageFacts, UsageKey, UsageRow } from '../domain/skill-usage.ts'

/** A conversation whose log goes on after what its numbers are from. */
export type ConversationToFold = Pick<Conversation, 'id' | 'userId' | 'agentId' | 'headSeq'>

/** The numbers of a conversation, from its log up to an event. */
export interface ConversationUsage {
  readonly conversationId: ConversationId
  readonly foldedTo: number
  readonly rows: readonly UsageRow[]
  /** What its runs took; of others nothing changes. */
  readonly runs?: readonly RunTotals[]
  /** None without it. */
  readonly pairs?: readonly SkillPairUsage[]
}

/** Two skills, the smaller id first, of which a model had both texts in the same runs, by the day on which these ended. */
export interface SkillPairUsage {
  readonly day: number
  readonly skillId: SkillId
  readonly otherId: SkillId
  readonly runsCompleted: number
  readonly runsFailed: number
}

export type PairQuery = Pick<UsageQuery, 'fromDay' | 'toDay' | 'person'>

/** What a run took so far. Null where that of any model call is unknown, and without one. */
export interface RunTotals {
  readonly runId: RunId
  /** Model calls, and the tool calls that they asked for. */
  readonly steps: number
  /** In and out. */
  readonly tokens: number | null
  /** As `tokens`. */
  readonly costNanos: number | null
}

export const usageDimensions = ['skill', 'revision', 'agent', 'model', 'day'] as const
export type UsageGrouping = (typeof usageDimensions)[number]

/** Every part that is given has to hold. */
export interface UsageQuery {
  /** Both days are inside. */
  readonly fromDay: number
  readonly toDay: number
  /** Null for one group with everything. */
  readonly by: UsageGrouping | null
  /** Of this person's conversations alone; null for the whole organisation. */
  readonly person: UserId | null
  readonly skillId?: SkillId | undefined
  readonly agentId?: AgentId | undefined
  readonly model?: string | undefined
}

/** The sum over a group, with the parts of the key by which it was made. */
export interface UsageGroup {
  readonly key: Partial<UsageKey>
  readonly facts: UsageFacts
}

/** A conversation in which a model received a content. */
export interface ConversationWithContent {
  readonly conversationId: ConversationId
  readonly digest: RevisionDigest
  /** The last day, in UTC days since the Unix epoch. */
  readonly lastDay: number
}

/** Numbers of the conversations, projected from their logs. Deleting a conversation removes its numbers everywhere. */
export interface UsageStore {
  /**
   * By id, those after `after`, of these ids where given. One with a run that is being executed is left out: its
   * log is about to grow.
   */
  behind(request: {
    readonly ids?: readonly ConversationId[]
    readonly after: ConversationId | null
    readonly limit: number
  }): Promise<readonly ConversationToFold[]>
  /**
   * Replaces everything that the conversation contributed. False, and nothing changes, where its numbers are from as
   * far in its log already: writing twice counts once. Throws ProblemError `conversation.not-found`.
   */
  put(usage: ConversationUsage): Promise<boolean>
  /** Removes all numbers, so that every conversation is behind. */
  clear(): Promise<void>
  /**
   * Days in their order; of anything else the groups with the most model calls first. Without a grouping exactly one. By
   * agent, model or day everything counts once; by skill or revision, a model call counts for each it was given.
   */
  groups(query: UsageQuery, limit: number): Promise<readonly UsageGroup[]>
  /** Conversations in which a model received one of these contents, the latest first. */
  conversationsWith(
    query: {
      readonly digests: readonly RevisionDigest[]
      /** Of this person's conversations alone; null for the whole organisation. */
      readonly person: UserId | null
    },
    limit: number,
  ): Promise<readonly ConversationWithContent[]>
  /** The latest, one for each conversation and day. */
  pairs(query: PairQuery, limit: number): Promise<readonly SkillPairUsage[]>
}
