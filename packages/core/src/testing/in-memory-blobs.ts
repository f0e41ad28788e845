import type { Sha256 } from '../base/sha256.ts'
import { checkBlobAddress } from '../ports/blob-address.ts'
import type { BlobGarbageCollection } from '../ports/blob-garbage-collection.ts'
import type { BlobStore } from '../ports/blobs.ts'
import { blobCorrupt } from '../ports/store-problems.ts'
import type { InMemoryTenant } from './in-memory-state.ts'
import { compareText, type InMemoryBlob } from './in-memory-state.ts'

/** Blobs in a map by `<tenant>/<sha256>`; stores over the same map share blobs. */
export function createInMemoryBlobs(
  sha256: Sha256,
  contents: Map<string, InMemoryBlob> = new Map(),
): BlobStore {
  const put: BlobStore['put'] = async (tenantId, hash, bytes) => {
    checkBlobAddress(tenantId, hash)
    contents.set(`${tenantId}/${hash}`, { bytes: bytes.slice(), storedAt: Date.now() })
  }
  return {
    put,
    putAll: async (tenantId, blobs) => {
      for (const { sha256: hash, bytes } of blobs) await put(tenantId, hash, bytes)
    },
    get: async (tenantId, hash) => {
      checkBlobAddress(tenantId, hash)
      const bytes = contents.get(`${tenantId}/${hash}`)?.bytes
      if (bytes && sha256(bytes) !== hash) throw blobCorrupt(hash)
      return bytes?.slice() ?? null
    },
    list: async (tenantId, page) => {
      checkBlobAddress(tenantId, '0'.repeat(64))
      const own = [...contents].flatMap(([key, { storedAt }]) => {
        const [of, hash = ''] = key.split('/')
        return of === tenantId ? [{ sha256: hash, storedAt }] : []
      })
      return pageByHash(own, page)
    },
    storedAt: async (tenantId, hash) => {
      checkBlobAddress(tenantId, hash)
      return contents.get(`${tenantId}/${hash}`)?.storedAt ?? null
    },
    remove: async (tenantId, hash) => {
      checkBlobAddress(tenantId, hash)
      contents.delete(`${tenantId}/${hash}`)
    },
  }
}

/** Collects the blobs of a tenant's conversations and executions; skills keep their own files. */
export function createInMemoryBlobGarbageCollection(tenant: InMemoryTenant): BlobGarbageCollection {
  const { blobs, marked } = tenant
  return {
    stored: async (page) =>
      pageByHash(
        [...blobs].map(([sha256, { storedAt }]) => ({ sha256, storedAt })),
        page,
      ),
    storedAt: async (hash) => blobs.get(hash)?.storedAt ?? null,
    unreferenced: async (hashes) => {
      const referenced = referencedHashes(tenant)
      return hashes.filter((hash) => !referenced.has(hash))
    },
    mark: async (hashes, at) => {
      const added = hashes.filter((hash) => !marked.has(hash))
      for (const hash of added) marked.set(hash, at)
      return added.length
    },
    marked: async (by, page) => {
      const old = [...marked].filter(([, at]) => at <= by)
      return pageByHash(
        old.map(([sha256]) => ({ sha256 })),
        page,
      ).map(({ sha256 }) => sha256)
    },
    spare: async (hashes) => {
      for (const hash of hashes) marked.delete(hash)
    },
    removeMarked: async (hash, by) => {
      if ((marked.get(hash) ?? by + 1) > by) return false
      marked.delete(hash)
      if (referencedHashes(tenant).has(hash)) return false
      blobs.delete(hash)
      return true
    },
  }
}

function referencedHashes(tenant: InMemoryTenant): ReadonlySet<string> {
  const deleted = [...tenant.deletedConversations.values()]
  const files = [...tenant.workspaces.values(), ...deleted.map(({ workspace }) => workspace)].flat()
  const executions = [...tenant.executions.values(), ...deleted.flatMap((one) => one.executions)]
  const outputs = executions.flatMap(({ execution }) => execution.outputs)
  return new Set([...files, ...outputs].map(({ sha256 }) => sha256))
}

function pageByHash<Item extends { readonly sha256: string }>(
  items: readonly Item[],
  { after, limit }: { readonly after: string | null; readonly limit: number },
): readonly Item[] {
  return items
    .filter(({ sha256 }) => after === null || sha256 > after)
    .sort((one, other) => compareText(one.sha256, other.sha256))
    .slice(0, limit)
}
