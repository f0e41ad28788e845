import type { LicenceReport } from '@repertoire/skill-md'
import type { JudgedLicence } from '../../domain/licence-policy.ts'
import type { TrustReport } from '../../domain/trust.ts'
import type { PackageToScan } from '../../ports/package-scanner.ts'

/** Judges content before it is stored or shown to a model: scan, licence and signature by one call. */
export interface ArrivalJudge {
  /** The version of the scanner's rules. */
  readonly ruleset: string
  /** Never throws on content. */
  judge(item: PackageToScan): Promise<TrustReport>
  /** What the organisation's policies say now about a content that was judged before. */
  policiesOn(licence: LicenceReport): Promise<{
    readonly licence: JudgedLicence
    readonly isSignatureRequired: boolean
  }>
}
