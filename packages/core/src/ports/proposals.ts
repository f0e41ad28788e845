import type {
  ConversationId,
  ProposalId,
  RevisionDigest,
  RunId,
  SkillId,
  Timestamp,
  TraceId,
  UserId,
} from '../ids.ts'
import type { Page, PageRequest } from './store.ts'

export type ProposalStatus = 'pending' | 'accepted' | 'rejected' | 'stale'

/** A skill, or a change of one, that an agent wrote and a person has yet to take (D5). */
export interface Proposal {
  readonly id: ProposalId
  /** For whom the agent worked. */
  readonly proposedFor: UserId
  readonly conversationId: ConversationId
  readonly runId: RunId
  readonly traceId: TraceId
  readonly slug: string
  readonly name: string
  readonly description: string
  /** The skill it would change; null for a new one. */
  readonly skillId: SkillId | null
  /** The head it was written against: another one makes the proposal stale. */
  readonly baseDigest: RevisionDigest | null
  /** SKILL.md. */
  readonly source: string
  /** Text files beside it. */
  readonly resources: readonly { readonly path: string; readonly content: string }[]
  readonly reason: string
  readonly status: ProposalStatus
  readonly createdAt: Timestamp
  readonly decidedBy: UserId | null
  readonly decidedAt: Timestamp | null
  readonly note: string
}

export interface ProposalFilter {
  readonly status?: ProposalStatus | undefined
  readonly conversationId?: ConversationId | undefined
  /** Restricts to this person's. */
  readonly proposedFor?: UserId | undefined
}

export interface ProposalStore {
  /** Does nothing when the id is there already: a repeated call proposes once. */
  create(proposal: Proposal): Promise<void>
  get(id: ProposalId): Promise<Proposal | null>
  /** Newest first. */
  list(filter: ProposalFilter, page: PageRequest): Promise<Page<Proposal>>
  /** Compare-and-set from `pending`; null when somebody else was first. */
  decide(
    id: ProposalId,
    decision: {
      readonly status: Exclude<ProposalStatus, 'pending'>
      readonly by: UserId | null
      readonly note: string
      readonly now: Timestamp
    },
  ): Promise<Proposal | null>
}
