import type { Sha256 } from '../../base/sha256.ts'
import type { PackageFile } from '../../domain/skill.ts'

/**
 * The hash of a package in the way of skills.sh: lower-case hex SHA-256 over each path and its bytes, with nothing between
 * them. The order of paths depends on the locale of whoever computes it: the first is that of English, which its
 * clients use, the second that of code units. Only for interoperation: `digestOf` is unambiguous.
 */
export function snapshotHashes(
  files: readonly PackageFile[],
  sha256: Sha256,
): readonly [string, string] {
  const byLocale = files.toSorted((one, other) => one.path.localeCompare(other.path, 'en'))
  const byCodeUnit = files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  return [sha256(joined(byLocale)), sha256(joined(byCodeUnit))]
}

function joined(files: readonly PackageFile[]): Uint8Array {
  const encoder = new TextEncoder()
  const parts = files.flatMap(({ path, bytes }) => [encoder.encode(path), bytes])
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
