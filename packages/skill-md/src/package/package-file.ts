import type { JsonObject } from '../base/json.ts'

/** A file of a skill's package. */
export interface PackageFile {
  /** Relative to the skill's folder, `/`-separated. */
  readonly path: string
  readonly bytes: Uint8Array
  readonly executable: boolean
}

/** Why files are not a valid package, in the shape of API problems. */
export interface PackageProblem {
  /** Dotted and stable: `package.*` for the files, `zip.*` for the archive around them. */
  readonly code: string
  readonly kind: 'invalid' | 'too-large' | 'unsupported'
  readonly message: string
  /** How to fix it. */
  readonly hint?: string
  readonly details?: JsonObject
}
