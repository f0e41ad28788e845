import type { RevisionDigest } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { ManifestEntry, PackageFile } from '../../domain/skill.ts'

/** The manifest entries of a package, sorted by path (by code unit, independent of locale). */
export function manifestOf(
  files: readonly PackageFile[],
  sha256: Sha256,
): readonly ManifestEntry[] {
  return files
    .map(({ path, bytes, executable }) => ({
      path,
      sha256: sha256(bytes),
      size: bytes.length,
      executable,
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * `sha256:<hex>` over one JSON array per line, `[path,size,sha256,executable]`, in the order of the manifest. JSON quoting
 * makes the lines unambiguous.
 */
export function digestOf(manifest: readonly ManifestEntry[], sha256: Sha256): RevisionDigest {
  const lines = manifest.map(({ path, size, sha256: hash, executable }) =>
    JSON.stringify([path, size, hash, executable]),
  )
  return `sha256:${sha256(`${lines.join('\n')}\n`)}` as RevisionDigest
}
