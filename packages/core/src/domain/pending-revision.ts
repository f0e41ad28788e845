import type { Diagnostic, ScanVerdict } from '@repertoire/skill-md'
import type {
  PendingRevisionId,
  RevisionDigest,
  SkillId,
  SourceId,
  Timestamp,
  UserId,
} from '../base/ids.ts'
import type { LicenceDecision } from './licence-policy.ts'
import type { RevisionProposal } from './revision-proposal.ts'
import type { ManifestEntry, PackageFile, SkillOrigin } from './skill.ts'
import type { SourceCommit } from './source-commit.ts'
import type { RequestedPermissions, SignatureSummary, TrustReport } from './trust.ts'

/**
 * `held`: waits for a person. `approved`: a revision was made of it. `rejected`: this digest is not asked about
 * again. `quarantined`: kept for a look, can be held again. `superseded`: it ended before anybody decided, because a
 * newer one came or its source took it back; the note says which. `withdrawn`: who proposed it took it back. `stale`: the
 * skill that a proposal changes has another head by now.
 */
export type ReviewState =
  | 'held'
  | 'approved'
  | 'rejected'
  | 'quarantined'
  | 'superseded'
  | 'withdrawn'
  | 'stale'

/** A revision that waits for a decision, whoever brought it. It is no skill yet: nothing but the review reads it. */
export interface PendingRevisionHead {
  readonly id: PendingRevisionId
  readonly state: ReviewState
  /** Null for what a source gave, or somebody brought by hand. */
  readonly proposal: RevisionProposal | null
  /** Null for one that was brought by hand: a registry's skill that somebody wants to keep. */
  readonly sourceId: SourceId | null
  /** Its id in the source; empty for a proposal. */
  readonly entryId: string
  /** The version of the source that had it: a commit, a digest; empty where unknown. */
  readonly sourceVersion: string
  /** The origin of the skill that it becomes. */
  readonly origin: SkillOrigin
  readonly slug: string
  readonly name: string
  readonly description: string
  /** Of the content as it came. */
  readonly digest: RevisionDigest
  /** The skill that it updates; null for a new one. */
  readonly skillId: SkillId | null
  /** That skill's head when it came. */
  readonly baseDigest: RevisionDigest | null
  /** Whether that head was edited here since the last approved arrival. */
  readonly isDetached: boolean
  /** Whether the policy of its source applies it as soon as it is old enough. */
  readonly waitsForAge: boolean
  readonly verdict: ScanVerdict
  /** The version of the scanner's rules. */
  readonly ruleset: string
  /** Number of findings, of any severity. */
  readonly findings: number
  /** SPDX expression; null where none is known. */
  readonly licence: string | null
  /** From the licence of its base, null where none is known; null when it is the same, or there is none to compare. */
  readonly licenceChange: { readonly from: string | null } | null
  readonly licenceDecision: LicenceDecision
  readonly signature: SignatureSummary['status']
  readonly permissions: RequestedPermissions
  /** Those that its base does not have; all of them for a new skill. */
  readonly addedPermissions: RequestedPermissions
  /** The one reason for which it waits: see `similarityReason`. */
  readonly alike: string
  readonly createdAt: Timestamp
  /** Null while undecided, and where a policy decided. */
  readonly decidedBy: UserId | null
  readonly decidedAt: Timestamp | null
  readonly note: string
}

/** The same with everything that a reviewer reads, except the bytes of its files. */
export interface PendingRevision extends PendingRevisionHead {
  /** SKILL.md as it came. */
  readonly skillMd: string
  readonly manifest: readonly ManifestEntry[]
  readonly trust: TrustReport
  readonly diagnostics: readonly Diagnostic[]
  /** Of an update: those of its source since the content here, the newest first; empty where they are not known. */
  readonly commits: readonly SourceCommit[]
}

/** A held arrival to store, with its files. */
export interface PendingRevisionWithFiles {
  readonly held: PendingRevision
  /** All files of the manifest, SKILL.md included. */
  readonly files: readonly PackageFile[]
}
