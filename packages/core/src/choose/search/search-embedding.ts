import type { TenantId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { BlobStore } from '../../ports/blobs.ts'
import type { Clock } from '../../ports/clock.ts'
import type { EmbeddingModel } from '../../ports/embedding-model.ts'
import type { SearchQuery } from '../../ports/search-index.ts'
import {
  createSkillEmbedder,
  type SkillEmbedder,
  type SkillEmbedderOptions,
} from '../skill-vectors/embed-skills.ts'
import { createKeptVectors } from '../skill-vectors/kept-vectors.ts'
import { createQueryVectors } from '../skill-vectors/query-vectors.ts'
import type { QueryVector } from './compare-hits.ts'
import { parseQuery } from './parse-query.ts'
import { isShortQuery } from './query-plan.ts'

/** The embedding model that orders the hits of sentences, instead of word vectors while it answers. */
export interface EmbeddingOptions {
  readonly model: EmbeddingModel
  readonly clock: Clock
  /** Resolves after the time, or at once when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Milliseconds that a search waits for the vector of its query. */
  readonly queryWaitMs: number
  readonly storage?: { readonly vectors: BlobStore; readonly sha256: Sha256 } | undefined
  /** Gets failures of the background. */
  readonly onError: (error: unknown) => void
}

export interface SearchEmbedding extends Omit<SkillEmbedder, 'vectorsOf'> {
  /** Null for a query that the model says nothing of, or not in time. */
  vectorOf(tenantId: TenantId, query: SearchQuery): Promise<QueryVector | null>
  /** Of the tenant's vectors in memory. */
  byteLength(tenantId: TenantId): number
}

export function createSearchEmbedding(
  options: EmbeddingOptions,
  index: Pick<SkillEmbedderOptions, 'skillsOf' | 'textsOf'>,
): SearchEmbedding {
  const { model, storage, queryWaitMs: waitMs } = options
  const queries = createQueryVectors({ ...options, waitMs })
  const kept =
    storage &&
    createKeptVectors({ storage: storage.vectors, sha256: storage.sha256, model: model.name })
  const embedder = createSkillEmbedder({ ...options, ...index, kept })
  return {
    ...embedder,
    vectorOf: async (tenantId, { text, prefixLastWord = false }) => {
      const skills = embedder.vectorsOf(tenantId)
      // Nothing leaves for a comparison that cannot be made.
      if (skills === undefined || skills.size === 0) return null
      if (isShortQuery(parseQuery(text, { prefixLastWord }))) return null
      const vector = await queries.of(tenantId, text)
      return vector && { vector, vectorOf: ({ digest }) => skills.get(digest) }
    },
    byteLength: (tenantId) => embedder.vectorsOf(tenantId)?.byteLength ?? 0,
  }
}
