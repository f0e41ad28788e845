import { checkBlobAddress } from '../ports/blob-address.ts'
import type { BlobStore } from '../ports/blobs.ts'
import type { Sha256 } from '../ports/clock.ts'
import { blobCorrupt } from '../ports/store-problems.ts'

/** Blobs in a map by `<tenant>/<sha256>`; two stores over one map see the same blobs. */
export function createMemoryBlobs(
  sha256: Sha256,
  contents: Map<string, Uint8Array> = new Map(),
): BlobStore {
  return {
    put: async (tenantId, hash, bytes) => {
      checkBlobAddress(tenantId, hash)
      contents.set(`${tenantId}/${hash}`, bytes.slice())
    },
    get: async (tenantId, hash) => {
      checkBlobAddress(tenantId, hash)
      const bytes = contents.get(`${tenantId}/${hash}`)
      if (bytes && sha256(bytes) !== hash) throw blobCorrupt(hash)
      return bytes?.slice() ?? null
    },
  }
}
