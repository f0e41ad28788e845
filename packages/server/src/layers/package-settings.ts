import type { PackageIndex } from './package-index.ts'

/** What the operator says about packages of scripts. */
export interface PackageSettings {
  readonly python: PackageIndex | undefined
  readonly node: PackageIndex | undefined
  /** Certificates the indexes' are checked by; the system's when left out. */
  readonly caFile: string | undefined
  /** Where layers are kept, absolute. */
  readonly folder: string
  /** Bytes all layers may take together. */
  readonly maxBytes: number
}

/** The variable that sets an index. */
export const indexVariable = {
  python: 'PACKAGE_INDEX_PYTHON',
  node: 'PACKAGE_INDEX_NODE',
} as const
