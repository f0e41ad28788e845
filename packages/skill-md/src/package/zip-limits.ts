import { packageLimits } from './package-rules.ts'

/** What an archive may be, besides what {@link packageLimits} says of the files in it. */
export const zipLimits = {
  /** Bytes: as many as the files may have, and the names and headers around them. */
  archiveBytes: packageLimits.packageBytes + 2 * 1024 * 1024,
  /** Files, folders and what is ignored. */
  entries: 3 * packageLimits.files,
  /** Bytes of the files for one of the archive; from a mebibyte on. */
  ratio: 100,
} as const

/** Whether `size` bytes out of an archive of `archive` are more than it can honestly hold. */
export function exceedsCompressionRatio(size: number, archive: number): boolean {
  return size > 1024 * 1024 && size > archive * zipLimits.ratio
}
