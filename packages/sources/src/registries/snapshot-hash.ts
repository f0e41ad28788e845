import { createHash } from 'node:crypto'
import type { PackageFile } from '@repertoire/core'

/**
 * Whether `hash` is that of the files in the way of skills.sh: SHA-256 over each path and its bytes, without anything
 * between them. Its order of paths depends on the locale of whoever computed it, so two usual ones are tried.
 */
export function matchesSnapshotHash(files: readonly PackageFile[], hash: string): boolean {
  const byLocale = files.toSorted((one, other) => one.path.localeCompare(other.path, 'en'))
  const byCodeUnit = files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  return [byLocale, byCodeUnit].some((sorted) => hashOf(sorted) === hash.toLowerCase())
}

function hashOf(files: readonly PackageFile[]): string {
  const hash = createHash('sha256')
  for (const { path, bytes } of files) hash.update(path).update(bytes)
  return hash.digest('hex')
}
