import type { LicenceReport, ScanPolicy } from '@repertoire/skill-md'
import type { JudgedLicence } from '../../domain/licence-policy.ts'
import type { AcceptedFindings, TrustReport } from '../../domain/trust.ts'
import type { CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import type { PackageToScan } from '../../ports/package-scanner.ts'

/** Judges content before it is stored or shown to a model: scan, licence and signature by one call. */
export interface PackageAssessor {
  /** The version of the scanner's rules, and the model that reads packages here. */
  ruleset(): Promise<string>
  /** Never throws on content. Throws the signal's reason as soon as it aborts: what a stop interrupted is no reason to hold a skill. */
  judge(item: PackageToScan, signal?: AbortSignal): Promise<TrustReport>
  /** What the organisation's policies say now about a content that was judged before. */
  policiesOn(licence: LicenceReport): Promise<{
    readonly licence: JudgedLicence
    readonly isSignatureRequired: boolean
    /** How its findings count. */
    readonly scanPolicy: ScanPolicy
  }>
}

export type JudgingDeps = CatalogDeps & { readonly judge: PackageAssessor }

/** A report by the rules and policies of now. */
export interface CurrentTrust extends TrustReport {
  readonly isSignatureRequired: boolean
}

/** The report on a content that waits. */
export interface WaitingTrust extends CurrentTrust {
  /** An owner's yes for everybody to all that the scan found; null without one. */
  readonly lift: AcceptedFindings | null
}
