import type { PackageFile } from '@repertoire/core'

/** Input of a packing thread. */
export interface PackRequest {
  readonly root: string
  readonly files: readonly PackageFile[]
}

/** The archive. */
export type PackAnswer = Uint8Array<ArrayBuffer>
