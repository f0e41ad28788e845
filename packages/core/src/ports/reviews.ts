import type { ScanVerdict } from '@repertoire/skill-md'
import type {
  ConversationId,
  PendingRevisionId,
  RevisionDigest,
  SkillId,
  SourceId,
  SuppressionId,
  Timestamp,
  UserId,
} from '../base/ids.ts'
import type { AuditEntry } from '../domain/audit-entry.ts'
import type { PendingKind } from '../domain/inbox-entry.ts'
import type { OfferedSkill } from '../domain/offer.ts'
import type {
  PendingRevision,
  PendingRevisionHead,
  PendingRevisionWithFiles,
  ReviewState,
} from '../domain/pending-revision.ts'
import type { ReviewAudience } from '../domain/review-audience.ts'
import type { CheckedContent, PackageFile, Skill } from '../domain/skill.ts'
import type { Suppression } from '../domain/suppression.ts'
import type { AcceptedFindings, Revocation, TrustReport } from '../domain/trust.ts'
import type { Page, PageRequest } from './pages.ts'

export interface ReviewFilter {
  readonly audience: ReviewAudience
  readonly states?: readonly ReviewState[] | undefined
  readonly sourceId?: SourceId | undefined
  readonly entryIds?: readonly string[] | undefined
  readonly skillId?: SkillId | undefined
  readonly slug?: string | undefined
  /** Offers of this personal skill; those of earlier releases are found by its slug, or because they move it. */
  readonly offered?: OfferedSkill | undefined
  readonly digest?: RevisionDigest | undefined
  readonly verdicts?: readonly ScanVerdict[] | undefined
  readonly kinds?: readonly PendingKind[] | undefined
  readonly conversationId?: ConversationId | undefined
}

export interface ReviewDecision {
  readonly by: UserId
  readonly note: string
  readonly now: Timestamp
}

export interface ApprovedSkill {
  readonly held: PendingRevision
  readonly skill: Skill
}

export type ApproveOutcome =
  | ({ readonly status: 'approved' } & ApprovedSkill)
  /** The skill has another head than the reviewer saw; nothing was written, but that a proposal is `stale` now. */
  | { readonly status: 'stale'; readonly skill: Skill | null }
  /** The offered skill has secrets of its owner, which the organisation would get; nothing was written. */
  | { readonly status: 'has-secrets'; readonly skillId: SkillId }
  /** It was already decided; nothing was written. */
  | { readonly status: 'decided' }

/** A person's approval of a content for the organisation. */
export interface ApprovedContent {
  readonly digest: RevisionDigest
  readonly by: UserId
}

/** Every revision that waits for a decision, and what is known of every content. Nothing else reads what waits. */
export interface ReviewStore {
  /**
   * Files become durable before the rows. Idempotent by id; earlier undecided ones of the entry are superseded, and
   * those of the skill that no source gave. A proposal replaces none, and none replaces it.
   */
  hold(items: readonly PendingRevisionWithFiles[]): Promise<void>
  /** Null as well when the audience may not see it. */
  get(id: PendingRevisionId, audience: ReviewAudience): Promise<PendingRevision | null>
  /** Newest first. */
  list(filter: ReviewFilter, page: PageRequest): Promise<Page<PendingRevisionHead>>
  countPending(audience: ReviewAudience): Promise<number>
  /** All its files, SKILL.md included; null when absent. Throws ProblemError `store.blob-*`. */
  files(id: PendingRevisionId, audience: ReviewAudience): Promise<readonly PackageFile[] | null>
  /** One file; null when absent. */
  file(id: PendingRevisionId, audience: ReviewAudience, path: string): Promise<Uint8Array | null>
  /**
   * Compare-and-set from `held`, and the write of its skill, atomically; also notes the skill and its digest at
   * the source's item. `arrival` is the complete skill. `expectedHead`: the head that the reviewer compared
   * with; null for a new skill. A proposal is approved against its base alone.
   */
  approve(
    id: PendingRevisionId,
    approval: ReviewDecision & {
      readonly arrival: CheckedContent
      readonly expectedHead: RevisionDigest | null
      /** Whether the skill is enabled afterwards; undefined leaves an existing one as it is. */
      readonly enable: boolean | undefined
      /** What the audit log keeps of it; written with the skill, and only where it is approved. */
      readonly auditOf: (approved: ApprovedSkill) => readonly AuditEntry[]
    },
  ): Promise<ApproveOutcome>
  /** What the inbox shows of one that waits, after people suppressed findings in it or took that back. */
  rejudge(
    id: PendingRevisionId,
    judged: Pick<PendingRevisionHead, 'verdict' | 'findings' | 'alike'>,
  ): Promise<void>
  /** Compare-and-set from one of the states; null when it is in another, absent, or without its files. */
  decide(
    id: PendingRevisionId,
    change: ReviewDecision & { readonly from: readonly ReviewState[]; readonly to: ReviewState },
  ): Promise<PendingRevision | null>
  /**
   * Gives up the files of arrivals that were rejected at or before `by`: they cannot be taken back, and count no
   * longer. Returns how many, at most `limit`.
   */
  dropRejected(by: Timestamp, limit: number): Promise<number>
  /** Whether a person rejected it as an import, also where its files are gone. */
  isRejected(digest: RevisionDigest): Promise<boolean>
  /** The persons who approved just this content for the organisation; none where a policy applied it. */
  approvers(digest: RevisionDigest): Promise<readonly UserId[]>
  /** What {@link approvers} says of all contents: those approved last, one for each content and person. */
  approvedContents(limit: number): Promise<readonly ApprovedContent[]>

  /** What is known of contents, by digest; those of other rules are missing when `ruleset` is given. */
  trustOf(
    digests: readonly RevisionDigest[],
    ruleset?: string,
  ): Promise<ReadonlyMap<RevisionDigest, TrustReport>>
  saveTrust(reports: ReadonlyMap<RevisionDigest, TrustReport>, now: Timestamp): Promise<void>

  /** Every person's yes to this content, the newest first. */
  acknowledgements(digest: RevisionDigest): Promise<readonly AcceptedFindings[]>
  /** One for each content and person; a later one replaces it. */
  acknowledge(acknowledgement: AcceptedFindings): Promise<void>

  /** Those of a subject, or all; the newest first. */
  suppressions(subject?: string): Promise<readonly Suppression[]>
  /** Idempotent by id; a later one with the same id replaces it. */
  suppress(suppressions: readonly Suppression[]): Promise<void>
  /** Null when there is none. */
  removeSuppression(id: SuppressionId): Promise<Suppression | null>

  /** By time, the newest first. */
  revocations(): Promise<readonly Revocation[]>
  /**
   * From then on no skill gets this content as its head, and none that has it is enabled. Disables those that are,
   * in the same transaction, and returns them. Idempotent by digest.
   */
  revoke(revocation: Revocation): Promise<readonly Skill[]>
  /** Takes a revocation back; enables nothing. False when there is none. */
  restore(digest: RevisionDigest): Promise<boolean>
}
