import type { PackageIndex } from './package-index.ts'

/** The operator's settings for packages of scripts. */
export interface PackageSettings {
  readonly python: PackageIndex | undefined
  readonly node: PackageIndex | undefined
  /** CA certificates for the indexes. The system's when undefined. */
  readonly caFile: string | undefined
  /** The folder of layers, absolute. */
  readonly folder: string
  /** Limit of the bytes of all layers together. */
  readonly maxBytes: number
}

/** Environment variable of each index. */
export const indexVariable = {
  python: 'PACKAGE_INDEX_PYTHON',
  node: 'PACKAGE_INDEX_NODE',
} as const
