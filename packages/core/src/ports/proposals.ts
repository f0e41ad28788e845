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
import type { Skill, SkillArrival, SkillScopeKind } from '../domain/skill.ts'
import type { Page, PageRequest } from './pages.ts'

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
  /** The skill it would change, and whose that is; null for a new one. */
  readonly skillId: SkillId | null
  readonly skillScope: SkillScopeKind | null
  /** The head it was written against: another one makes the proposal stale. */
  readonly baseDigest: RevisionDigest | null
  /** SKILL.md. */
  readonly source: string
  /** Text files it brings along; the others of a skill it changes stay. */
  readonly resources: readonly { readonly path: string; readonly content: string }[]
  readonly reason: string
  readonly status: ProposalStatus
  readonly createdAt: Timestamp
  readonly decidedBy: UserId | null
  readonly decidedAt: Timestamp | null
  readonly note: string
}

/** What a list needs of it: everything but its texts, which can be long. */
export type ProposalHead = Omit<Proposal, 'source' | 'resources'>

/** Whose proposals somebody may see: their own, and with `organisation` every change of an org skill. */
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
  /** Its skill is no longer what it was written against: it is `stale` now, and nothing was written. */
  | { readonly status: 'stale'; readonly proposal: Proposal }
  /** Somebody else decided first; nothing was written. */
  | { readonly status: 'decided' }

export interface ProposalStore {
  /** Does nothing when the id is there already: a repeated call proposes once. */
  create(proposal: Proposal): Promise<void>
  get(id: ProposalId): Promise<Proposal | null>
  /** Newest first. */
  list(filter: ProposalFilter, page: PageRequest): Promise<Page<ProposalHead>>
  /** Compare-and-set from `pending`; null when somebody else was first. */
  reject(id: ProposalId, decision: ProposalDecision): Promise<Proposal | null>
  /**
   * Compare-and-set from `pending` together with the write of its skill, all or nothing. `arrival` is the
   * whole skill as it is to be, in the scope it is to have; a skill that is that already is left as it is.
   */
  accept(
    id: ProposalId,
    acceptance: ProposalDecision & { readonly arrival: SkillArrival },
  ): Promise<AcceptOutcome>
}
