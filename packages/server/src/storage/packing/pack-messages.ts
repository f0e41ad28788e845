import type { PackageFile } from '@repertoire/core/domain'

/** Input of a packing thread. */
export interface PackRequest {
  /** The folder around the files; null for none. */
  readonly root: string | null
  readonly files: readonly PackageFile[]
}

/** The archive. */
export type PackAnswer = Uint8Array<ArrayBuffer>
