import type { Timestamp, UserId } from '../base/ids.ts'

/** The exact packages that would be installed for scripts of one language, dependencies included. */
export interface PackageList {
  readonly kind: 'python' | 'node'
  /** The digest of the resolved list: names, versions and hashes. */
  readonly digest: string
  /** `name==version`. */
  readonly packages: readonly string[]
}

/** An owner's or admin's consent to install exactly one list of packages, for the whole organisation. */
export interface PackageApproval extends PackageList {
  readonly approvedBy: UserId
  readonly approvedAt: Timestamp
}
