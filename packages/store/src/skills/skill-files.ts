import { ProblemError, type Sha256, type TenantId } from '@repertoire/core/base'
import type { CheckedContent, ManifestEntry, PackageFile } from '@repertoire/core/domain'
import { type BlobStore, blobMissing } from '@repertoire/core/ports'

/** SKILL.md is a column of its revision; every other file of a package is a blob. */
export const skillFileName = 'SKILL.md'

/** The files of a package, and the manifest that they must match. */
export type PackageToStore = Pick<CheckedContent, 'slug' | 'files'> & {
  readonly facts: Pick<CheckedContent['facts'], 'manifest'>
}

/** Stores every file of the arrivals durably, before any row references one. */
export async function storeFiles(
  arrivals: readonly PackageToStore[],
  options: { tenantId: TenantId; blobs: BlobStore; sha256: Sha256 },
): Promise<void> {
  const files = new Map<string, PackageFile>()
  for (const arrival of arrivals) {
    for (const [hash, file] of verifiedFiles(arrival, options.sha256)) files.set(hash, file)
  }
  const blobs = [...files].map(([hash, { bytes }]) => ({ sha256: hash, bytes }))
  await options.blobs.putAll(options.tenantId, blobs)
}

/** Throws ProblemError `store.blob-missing`. */
export async function readStored(
  blobs: BlobStore,
  tenantId: TenantId,
  entry: ManifestEntry,
): Promise<Uint8Array> {
  const bytes = await blobs.get(tenantId, entry.sha256)
  if (!bytes) throw blobMissing(entry)
  return bytes
}

/** A manifest that does not match the files would reference content nobody can read. */
function verifiedFiles(arrival: PackageToStore, sha256: Sha256): [string, PackageFile][] {
  const files = new Map(arrival.files.map((file) => [file.path, file]))
  return arrival.facts.manifest
    .filter((entry) => entry.path !== skillFileName)
    .map((entry) => {
      const file = files.get(entry.path)
      if (!file || file.bytes.length !== entry.size || sha256(file.bytes) !== entry.sha256) {
        throw new ProblemError({
          code: 'skill.manifest-mismatch',
          kind: 'invalid',
          message: `The file "${entry.path}" of "${arrival.slug}" is not the one its manifest describes.`,
          details: { slug: arrival.slug, path: entry.path, sha256: entry.sha256 },
        })
      }
      return [entry.sha256, file]
    })
}
