import { packageLimits } from './package-rules.ts'

/** Limits of an archive, besides {@link packageLimits} for its files. */
export const zipLimits = {
  /** Bytes: the limit of the files, plus names and headers. */
  archiveBytes: packageLimits.packageBytes + 2 * 1024 * 1024,
  /** Files, folders and ignored entries. */
  entries: 3 * packageLimits.files,
  /** Maximum compression ratio, for more than 1 MiB of files. */
  ratio: 100,
} as const

/** Whether `size` bytes from an archive of `archive` bytes exceed the maximum compression ratio. */
export function isOverCompressionRatio(size: number, archive: number): boolean {
  return size > 1024 * 1024 && size > archive * zipLimits.ratio
}
