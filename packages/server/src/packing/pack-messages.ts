import type { PackageFile } from '@repertoire/core'

/** What a packing thread is started with. */
export interface PackRequest {
  readonly root: string
  readonly files: readonly PackageFile[]
}

/** The archive. */
export type PackAnswer = Uint8Array<ArrayBuffer>
