import type { TenantId } from '../../../base/ids.ts'
import type { Sha256 } from '../../../base/sha256.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { IndexStorage } from '../../../ports/search-index.ts'
import type { Segment } from '../segment.ts'
import type { KeptSegment } from '../tenant-segments.ts'
import {
  type IndexManifest,
  type ManifestReader,
  type SegmentEntry,
  writeManifest,
} from './index-manifest.ts'
import { writeSkills } from './kept-skills.ts'
import { readKeptIndex } from './read-kept-index.ts'
import { segmentBytes, segmentSize } from './segment-bytes.ts'

/** Bytes of a part: what is hashed and copied in a few milliseconds, and any storage takes. */
const partBytes = 4 * 1024 * 1024
/** Milliseconds that parts of other processes stay without a manifest: one that writes now has none yet. */
const graceMs = 60 * 60_000
const pageSize = 500

export interface IndexCacheOptions extends Pick<ManifestReader, 'indexedBy' | 'meaningSize'> {
  readonly storage: IndexStorage
  readonly sha256: Sha256
  readonly clock: Clock
}

/** Keeps the indexes of tenants beyond the process. */
export interface IndexCache {
  /**
   * The segments that were kept last and are intact; none when nothing was. They may be older than the store, or not
   * agree with it at all: whoever takes them compares each skill. Never throws.
   */
  load(tenantId: TenantId): Promise<readonly KeptSegment[]>
  /** Keeps these segments instead of those before. Throws errors of the storage; what was kept before then stays. */
  save(tenantId: TenantId, segments: readonly KeptSegment[]): Promise<void>
  /** Removes what is kept. */
  discard(tenantId: TenantId): Promise<void>
}

export function createIndexCache(options: IndexCacheOptions): IndexCache {
  const { storage, sha256, clock } = options
  /** The parts of a segment that is stored already. */
  const stored = new WeakMap<Segment, readonly string[]>()
  /** What the last manifest of this process names. */
  const named = new Map<TenantId, ReadonlySet<string>>()

  async function storePart(tenantId: TenantId, bytes: Uint8Array): Promise<string> {
    const hash = sha256(bytes)
    if (!named.get(tenantId)?.has(hash)) await storage.segments.put(tenantId, hash, bytes)
    return hash
  }

  async function storeSegment(tenantId: TenantId, kept: KeptSegment): Promise<SegmentEntry> {
    const { owner, segment } = kept
    let parts = stored.get(segment)
    if (parts === undefined || !parts.every((hash) => named.get(tenantId)?.has(hash))) {
      const hashes: string[] = []
      const bytes = segmentBytes(segment)
      // A copy, because not every storage takes memory that threads share.
      for (let from = 0; from < bytes.length; from += partBytes)
        hashes.push(await storePart(tenantId, bytes.slice(from, from + partBytes)))
      parts = hashes
      stored.set(segment, parts)
    }
    return { owner, size: segmentSize(segment), parts }
  }

  /**
   * Removes all manifests except one, then every part that it does not name and nobody may be about to. The parts that it
   * names and that are there: another process may have removed some.
   */
  async function collect(
    tenantId: TenantId,
    manifest: string,
    parts: ReadonlySet<string>,
  ): Promise<ReadonlySet<string>> {
    for (const { sha256: hash } of await storage.manifests.list(tenantId, firstPage))
      if (hash !== manifest) await storage.manifests.remove(tenantId, hash)
    const before = named.get(tenantId)
    const expired = clock.now() - graceMs
    const present = new Set<string>()
    for (let after: string | null = null; ; ) {
      const page = await storage.segments.list(tenantId, { after, limit: pageSize })
      for (const { sha256: hash, storedAt } of page) {
        const isOld = before?.has(hash) || storedAt <= expired
        if (parts.has(hash)) present.add(hash)
        else if (isOld) await storage.segments.remove(tenantId, hash)
      }
      after = page.at(-1)?.sha256 ?? null
      if (page.length < pageSize) return present
    }
  }

  return {
    load: async (tenantId) => {
      const found = await readKeptIndex(storage, { ...options, tenantId }).catch(() => null)
      if (found === null) return []
      named.set(tenantId, namedParts(found.manifest))
      for (const { segment, parts } of found.intact) stored.set(segment, parts)
      return found.intact
    },
    save: async (tenantId, kept) => {
      const segments: SegmentEntry[] = []
      for (const one of kept) segments.push(await storeSegment(tenantId, one))
      const skills: string[] = []
      for (const bytes of writeSkills(kept)) skills.push(await storePart(tenantId, bytes))
      const manifest = { tenantId, indexedBy: options.indexedBy, segments, skills }
      const bytes = writeManifest(manifest)
      const hash = sha256(bytes)
      await storage.manifests.put(tenantId, hash, bytes)
      named.set(tenantId, await collect(tenantId, hash, namedParts(manifest)))
    },
    discard: async (tenantId) => {
      named.delete(tenantId)
      for (const blobs of [storage.manifests, storage.segments]) {
        for (let more = true; more; ) {
          const page = await blobs.list(tenantId, firstPage)
          for (const { sha256: hash } of page) await blobs.remove(tenantId, hash)
          more = page.length === pageSize
        }
      }
    },
  }
}

const firstPage = { after: null, limit: pageSize }

function namedParts({ segments, skills }: IndexManifest): ReadonlySet<string> {
  return new Set([...segments.flatMap(({ parts }) => parts), ...skills])
}
