import type { PackageIndex } from './package-index.ts'

/** The operator's settings for packages of scripts. */
export interface PackageSettings {
  /** Whether an owner or admin is asked for each list of packages, nobody is, or nothing is installed. */
  readonly installation: 'ask' | 'approved' | 'off'
  /** The machine's own when undefined; the same for `node`. */
  readonly python: PackageIndex | undefined
  readonly node: PackageIndex | undefined
  /** CA certificates for the indexes. The system's when undefined. */
  readonly caFile: string | undefined
  /** The folder of layers, absolute. */
  readonly folder: string
  /** Limit of the bytes of all layers together. */
  readonly maxBytes: number
}
