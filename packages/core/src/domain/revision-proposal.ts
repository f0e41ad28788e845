import type { ConversationId, RunId, SkillId, TraceId, UserId } from '../base/ids.ts'
import type { SkillScopeKind } from './skill.ts'

/** Who proposes a revision, and for whom: an agent in a conversation, or a member who offers a skill. */
export interface RevisionProposal {
  /** The person the agent worked for, or who offers the skill. */
  readonly person: UserId
  /** Null for an offer. */
  readonly conversationId: ConversationId | null
  readonly runId: RunId | null
  /** The personal skill that is offered; null for what an agent proposes, and for an offer of an earlier release. */
  readonly offeredSkillId: SkillId | null
  readonly traceId: TraceId
  /**
   * The scope of its skill afterwards; null for a new skill: whoever approves chooses. An offered skill that is still
   * personal moves to the organisation with its revisions.
   */
  readonly scope: SkillScopeKind | null
  /** Untrusted text. */
  readonly reason: string
}
