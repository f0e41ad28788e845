import type {
  ConversationId,
  ProposalId,
  RevisionDigest,
  RunId,
  SkillId,
  Timestamp,
  TraceId,
  UserId,
} from '../base/ids.ts'
import type { CheckedContent, Skill, SkillScopeKind } from '../domain/skill.ts'
import type { Page, PageRequest } from './pages.ts'

export type ProposalStatus = 'pending' | 'accepted' | 'rejected' | 'withdrawn' | 'stale'

/**
 * A new skill or a change of a skill that an agent wrote, or a skill that a person offers to the
 * organisation, for a person to decide.
 */
export interface Proposal {
  readonly id: ProposalId
  /** The person the agent worked for, or who offers the skill. */
  readonly proposedFor: UserId
  /** Null for an offer. */
  readonly conversationId: ConversationId | null
  readonly runId: RunId | null
  readonly traceId: TraceId
  readonly slug: string
  readonly name: string
  readonly description: string
  /**
   * The skill to change and its scope afterwards; null for a new skill. An offered skill that is still
   * personal moves to the organisation with its revisions.
   */
  readonly skillId: SkillId | null
  readonly skillScope: SkillScopeKind | null
  /** The head it is based on; another head makes the proposal stale. */
  readonly baseDigest: RevisionDigest | null
  /** SKILL.md. */
  readonly source: string
  /** Text files to add or replace; other files of the skill stay. */
  readonly resources: readonly { readonly path: string; readonly content: string }[]
  readonly reason: string
  readonly status: ProposalStatus
  readonly createdAt: Timestamp
  readonly decidedBy: UserId | null
  readonly decidedAt: Timestamp | null
  readonly note: string
}

/** A proposal without its texts, which can be long; for lists. */
export type ProposalHead = Omit<Proposal, 'source' | 'resources'>

/** The proposals a person may see: their own, and with `organisation` all changes of organisation skills. */
export interface ProposalAudience {
  readonly person: UserId
  readonly organisation: boolean
}

export interface ProposalFilter {
  readonly status?: ProposalStatus | undefined
  readonly conversationId?: ConversationId | undefined
  readonly audience?: ProposalAudience | undefined
}

export interface ProposalDecision {
  readonly by: UserId
  readonly note: string
  readonly now: Timestamp
}

export type AcceptOutcome =
  | { readonly status: 'accepted'; readonly proposal: Proposal; readonly skill: Skill }
  /** The skill has another head: the proposal is now `stale`, and nothing was written. */
  | { readonly status: 'stale'; readonly proposal: Proposal }
  /** The offered skill has secrets of its owner; the proposal is still pending, and nothing was written. */
  | { readonly status: 'has-secrets'; readonly skillId: SkillId }
  /** It was already decided; nothing was written. */
  | { readonly status: 'decided' }

export interface ProposalStore {
  /** Idempotent by id. */
  create(proposal: Proposal): Promise<void>
  get(id: ProposalId): Promise<Proposal | null>
  /** Newest first. */
  list(filter: ProposalFilter, page: PageRequest): Promise<Page<ProposalHead>>
  /** Compare-and-set from `pending`; null when it was already decided. */
  reject(
    id: ProposalId,
    decision: ProposalDecision,
    status?: 'rejected' | 'withdrawn',
  ): Promise<Proposal | null>
  /**
   * Compare-and-set from `pending` and the write of its skill, atomically. `arrival` is the complete skill in its
   * final scope; an identical skill stays unchanged.
   */
  accept(
    id: ProposalId,
    acceptance: ProposalDecision & { readonly arrival: CheckedContent },
  ): Promise<AcceptOutcome>
}
