import type { LicenceReport, PackageFile, ScanReport } from '@repertoire/skill-md'

/** A package to judge, before it is stored or shown to a model. */
export interface PackageToScan {
  readonly files: readonly PackageFile[]
  /** Licence files above its folder, the nearest first. */
  readonly licences?: readonly { readonly path: string; readonly text: string }[]
  /** What the registry says that it came from; empty where it says nothing. */
  readonly registryLicence?: string
}

export interface PackageAssessment {
  readonly scan: ScanReport
  readonly licence: LicenceReport
}

/** Judges packages off the event loop. Never throws on content: what cannot be judged is `incomplete`. */
export interface PackageScanner {
  scan(item: PackageToScan): Promise<PackageAssessment>
  /** The version of the rules that `scan` uses now. */
  readonly ruleset: string
}
