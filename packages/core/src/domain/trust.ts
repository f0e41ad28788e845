import type { FindingSeverity, LicenceReport, ScanReport, ScanVerdict } from '@repertoire/skill-md'
import type { RevisionDigest, Timestamp, UserId } from '../base/ids.ts'
import type { LicenceDecision } from './licence-policy.ts'
import type { SuppressedFinding } from './suppression.ts'

/** Who signed a package. A signature says who, never that it is safe. */
export interface SignatureSummary {
  readonly status: 'unsigned' | 'good' | 'untrusted' | 'broken'
  /** The name in the certificate, or the id of the key; null when nobody signed. */
  readonly signer: string | null
  /** One sentence: what was checked, or why it fails. */
  readonly detail: string
}

/** What is known of a package's content, apart from what people decided. */
export interface TrustReport {
  readonly scan: ScanReport
  /** Findings that people suppressed for the skill; they are not in `scan`. Never stored. */
  readonly suppressed?: readonly SuppressedFinding[]
  /** What the scanner said, where suppressions or the organisation's settings make `scan` another. Never stored. */
  readonly foundByScan?: ScanReport
  readonly licence: LicenceReport
  readonly licenceDecision: LicenceDecision
  readonly licenceReason: string
  readonly signature: SignatureSummary
  /** An owner's yes for everybody to all that the scan found. Never stored. */
  readonly lift?: AcceptedFindings | null
}

/** What a skill asks of its host; every list sorted, without duplicates. */
export interface RequestedPermissions {
  /** Entries of `allowed-tools`. */
  readonly tools: readonly string[]
  /** Events of the frontmatter's `hooks`. */
  readonly hooks: readonly string[]
  /** Paths of files that can be run. */
  readonly scripts: readonly string[]
  /** Hosts named in its scripts and instructions. */
  readonly hosts: readonly string[]
  /** Names of environment variables. */
  readonly env: readonly string[]
}

/** A content that must not be used, whoever has it. */
export interface Revocation {
  readonly digest: RevisionDigest
  /** A critical one takes the skill out of running conversations too. */
  readonly severity: FindingSeverity
  readonly reason: string
  /** Where the advisory is explained; null for a person's own decision. */
  readonly url: string | null
  /** Null when an advisory list says so. */
  readonly by: UserId | null
  readonly at: Timestamp
}

/** A person's yes to a content after they saw what was found in it. */
export interface AcceptedFindings {
  readonly digest: RevisionDigest
  readonly verdict: ScanVerdict
  /** What they saw; a later rule that finds more asks again. */
  readonly findings: readonly string[]
  readonly reason: string
  readonly by: UserId
  readonly at: Timestamp
  /** An owner lifted it for everybody; another's yes holds for what they bring in themselves. */
  readonly isForAll: boolean
}
