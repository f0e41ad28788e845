import type { PackageApproval } from '../domain/package-list.ts'

/** Lists of packages that may be installed for scripts of the organisation. */
export interface PackageApprovalStore {
  /** The approved ones of these digests. */
  approved(digests: readonly string[]): Promise<ReadonlySet<string>>
  /** Idempotent; the first approval stays. Throws ProblemError `tenant.not-found`. */
  add(approval: PackageApproval): Promise<void>
}
