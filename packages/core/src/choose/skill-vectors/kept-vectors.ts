import type { TenantId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { BlobStore } from '../../ports/blobs.ts'
import { partOf, SkillVectors } from './skill-vectors.ts'
import { readVectorBytes, vectorBytes } from './vector-bytes.ts'

const pageSize = 500
/** Of blobs that are no part of this model: the first save removes them. */
const noPart = -1

/** Keeps vectors beyond the process. Losing any of it costs requests to the model, never results. */
export interface KeptVectors {
  /** Those of this model that are intact. Never throws. */
  load(tenantId: TenantId): Promise<SkillVectors>
  /** Keeps what changed since the last save. Throws errors of the storage. */
  save(tenantId: TenantId, vectors: SkillVectors): Promise<void>
  /** Removes what is kept. */
  discard(tenantId: TenantId): Promise<void>
}

export interface KeptVectorsOptions {
  readonly storage: BlobStore
  readonly sha256: Sha256
  /** Its name. */
  readonly model: string
}

interface Saving {
  readonly part: number
  readonly vectors: SkillVectors
  /** The part of each blob of the tenant. */
  readonly parts: Map<string, number>
}

export function createKeptVectors({ storage, sha256, model }: KeptVectorsOptions): KeptVectors {
  /** The part of each known blob. */
  const known = new Map<TenantId, Map<string, number>>()

  async function hashesOf(tenantId: TenantId): Promise<readonly string[]> {
    const hashes: string[] = []
    for (let after: string | null = null; ; ) {
      const page: Awaited<ReturnType<BlobStore['list']>> = await storage.list(tenantId, {
        ...{ after, limit: pageSize },
      })
      hashes.push(...page.map(({ sha256: hash }) => hash))
      after = page.at(-1)?.sha256 ?? null
      if (page.length < pageSize) return hashes
    }
  }

  /** Writes the part, then removes what it was before. */
  async function savePart(tenantId: TenantId, { part, vectors, parts }: Saving): Promise<void> {
    const rows = vectors.ofPart(part)
    const bytes = vectorBytes(model, rows)
    const hash = rows.length === 0 ? null : sha256(bytes)
    if (hash !== null) {
      await storage.put(tenantId, hash, bytes)
      parts.set(hash, part)
    }
    for (const [old, of] of parts) {
      if (old === hash || (of !== part && of !== noPart)) continue
      await storage.remove(tenantId, old)
      parts.delete(old)
    }
  }

  return {
    load: async (tenantId) => {
      const vectors = new SkillVectors()
      const parts = new Map<string, number>()
      known.set(tenantId, parts)
      for (const hash of await hashesOf(tenantId).catch(() => [])) {
        const bytes = await storage.get(tenantId, hash).catch(() => null)
        const rows = bytes === null ? [] : readVectorBytes(model, bytes)
        for (const [digest, vector] of rows) vectors.put(digest, vector)
        parts.set(hash, rows[0] === undefined ? noPart : partOf(rows[0][0]))
      }
      for (const part of vectors.changedParts()) vectors.markKept(part)
      return vectors
    },
    save: async (tenantId, vectors) => {
      const parts = known.get(tenantId) ?? new Map<string, number>()
      known.set(tenantId, parts)
      for (const part of vectors.changedParts()) {
        // First: a change from now on is one of the next save.
        vectors.markKept(part)
        await savePart(tenantId, { part, vectors, parts }).catch((error: unknown) => {
          vectors.markChanged(part)
          throw error
        })
      }
    },
    discard: async (tenantId) => {
      known.delete(tenantId)
      for (const hash of await hashesOf(tenantId)) await storage.remove(tenantId, hash)
    },
  }
}
