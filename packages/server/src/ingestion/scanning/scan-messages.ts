import type { PackageAssessment, PackageToScan } from '@repertoire/core/ports'

/** A request to the scanning thread. */
export interface ScanRequest {
  readonly id: number
  readonly item: PackageToScan
  /** Milliseconds for this package. */
  readonly budgetMs: number
}

export interface ScanAnswer {
  /** Id of the request. */
  readonly id: number
  readonly judgement: PackageAssessment
}
