import type { TenantId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SettingsStore } from '../../ports/organisation.ts'
import type { IndexStorage, SkillSearch } from '../../ports/search-index.ts'
import type { Store } from '../../ports/store.ts'
import type { WordVectors } from '../../ports/word-vectors.ts'
import { RoutingCache } from '../routing/routing-cache.ts'
import type { CandidatePreview, SkillRouter } from '../routing/routing-ports.ts'
import { isRanked, textOf } from './build-groups.ts'
import { candidateIndex } from './candidate-view.ts'
import { describeIndexing } from './kept/describe-indexing.ts'
import { createIndexCache } from './kept/index-cache.ts'
import { previewCandidate } from './preview-candidate.ts'
import { createQualityReader, type QualityOptions } from './quality-reader.ts'
import { createSearchEmbedding, type EmbeddingOptions } from './search-embedding.ts'
import { searchSegments } from './search-segments.ts'
import type { SegmentBuilder } from './segment-builder.ts'
import { createSynonymReader } from './synonym-settings.ts'
import { type SkillFeed, TenantIndex } from './tenant-index.ts'

/** The part of a {@link Store} that search needs. */
export interface SearchableStore extends Pick<Store, 'watch'> {
  tenant(id: TenantId): {
    readonly skills: SkillFeed
    readonly settings: Pick<SettingsStore, 'get'>
  }
}

export interface SkillSearchOptions {
  readonly store: SearchableStore
  readonly segments: SegmentBuilder
  /** Those with which `segments` builds; without them, sentences are ranked by their words alone. */
  readonly vectors?: WordVectors
  /** Without it, no text of a skill or of a search leaves. */
  readonly embedding?: EmbeddingOptions | undefined
  /** Without it, no skill counts more for what people did with it. */
  readonly quality?: QualityOptions
  /** Maximum indexes in memory; the least recently used is evicted. Default 64. */
  readonly maxTenants?: number
  /** Bytes of segments in memory above which the least recently used is evicted, except the last. Default 2 GiB. */
  readonly maxBytes?: number
  /** Without it, each index is built anew after a start or an eviction. */
  readonly kept?: KeptIndexOptions
}

/** How indexes are kept between starts. */
export interface KeptIndexOptions {
  readonly storage: IndexStorage
  readonly sha256: Sha256
  readonly clock: Clock
  /** Of the program and of what it splits texts by. An index that another version built is not used. */
  readonly version: string
  /** Called when an index in memory is no longer the kept one. See {@link SkillSearchService.save}. */
  readonly onChanged?: (tenantId: TenantId) => void
}

/** {@link SkillSearch} with its lifecycle. */
export interface SkillSearchService extends SkillSearch, SkillRouter, CandidatePreview {
  /** Builds a tenant's index ahead of the first search. */
  warm(tenantId: TenantId): Promise<void>
  /** Resolves when no merge of the tenant's segments is running. */
  mergesDone(tenantId: TenantId): Promise<void>
  /** Resolves when the embedding model has seen every skill of the indexes in memory. */
  embedded(): Promise<void>
  /** Keeps the tenant's index as it is in memory, if it is. Throws errors of the storage. */
  save(tenantId: TenantId): Promise<void>
  /** Removes the tenant's index from memory and storage. The next search builds it anew. */
  discard(tenantId: TenantId): Promise<void>
  /** Stops watching the store and drops every index. */
  close(): void
}

/**
 * Ranked search over in-memory indexes, one per tenant. An index is as new as the store at the time of the search, so a
 * search sees every acknowledged write. Change notifications only update indexes early; a lost one is harmless, because
 * every search checks the head of the change feed.
 */
export function createSkillSearch(options: SkillSearchOptions): SkillSearchService {
  const { store, segments, vectors = null, maxTenants = 64, maxBytes = 2 ** 31, kept } = options
  const indexes = new Map<TenantId, TenantIndex>()
  const cache = kept && createIndexCache({ ...kept, ...describeIndexing(kept, vectors) })

  const synonymsOf = createSynonymReader((id) => store.tenant(id).settings)
  const readQuality = options.quality && createQualityReader(options.quality)
  const embedding =
    options.embedding &&
    createSearchEmbedding(options.embedding, {
      skillsOf: async (id) => (await indexes.get(id)?.skills()) ?? null,
      textsOf: (id, ids) => store.tenant(id).skills.indexableById(ids),
    })

  function open(tenantId: TenantId): TenantIndex {
    return new TenantIndex(() => store.tenant(tenantId).skills, {
      builder: segments,
      kept: cache && {
        load: () => cache.load(tenantId),
        save: (current) => cache.save(tenantId, current),
      },
      onChanged: () => {
        kept?.onChanged?.(tenantId)
        embedding?.schedule(tenantId)
      },
    })
  }

  function indexOf(tenantId: TenantId): TenantIndex {
    const known = indexes.get(tenantId)
    const index = known ?? open(tenantId)
    indexes.delete(tenantId)
    indexes.set(tenantId, index)
    if (known === undefined) embedding?.schedule(tenantId)
    unload(tenantId)
    return index
  }

  function bytesOf(tenantId: TenantId, index: TenantIndex): number {
    return index.byteLength + (embedding?.byteLength(tenantId) ?? 0)
  }

  /** Unloads the least recently used indexes above the bounds. What a last save still misses is indexed again. */
  function unload(used: TenantId): void {
    let bytes = 0
    for (const [id, index] of indexes) bytes += bytesOf(id, index)
    for (const [id, idle] of indexes) {
      if (indexes.size <= maxTenants && bytes <= maxBytes) break
      if (id === used || idle.busy) continue
      indexes.delete(id)
      bytes -= bytesOf(id, idle)
      embedding?.unload(id)
      idle.save().catch(() => {})
    }
  }

  const stopWatching = followChanges(store, indexes)

  return {
    cache: new RoutingCache(),
    async search(tenantId, viewer, query) {
      const [synonyms, quality, view, vector] = await Promise.all([
        synonymsOf(tenantId),
        readQuality?.(tenantId),
        indexOf(tenantId).view(viewer),
        embedding?.vectorOf(tenantId, query),
      ])
      const options = { vectors, synonyms, quality: quality?.of, embedding: vector }
      return searchSegments(view, query, options)
    },
    async routing(tenantId, viewer) {
      const synonyms = await synonymsOf(tenantId)
      return { ...(await indexOf(tenantId).view(viewer)).routing, synonyms }
    },
    async withCandidate(tenantId, candidate) {
      const built = isRanked(candidate) ? await segments.build([[textOf(candidate)]]) : []
      const own = candidateIndex(candidate, built[0] ?? null)
      const synonyms = await synonymsOf(tenantId)
      // The model has not seen the candidate, and sees nothing that nobody approved.
      const byWords = { vectors, synonyms, embedding: embedding && null }
      const quality = await readQuality?.(tenantId)
      return previewCandidate({ own, indexOf: () => indexOf(tenantId), byWords, quality })
    },
    async warm(tenantId) {
      await indexOf(tenantId).catchUp()
      unload(tenantId)
    },
    async mergesDone(tenantId) {
      await indexes.get(tenantId)?.mergesDone()
    },
    async embedded() {
      await embedding?.idle()
    },
    async save(tenantId) {
      await indexes.get(tenantId)?.save()
    },
    async discard(tenantId) {
      const index = indexes.get(tenantId)
      indexes.delete(tenantId)
      await index?.close()
      await embedding?.discard(tenantId)
      await cache?.discard(tenantId)
    },
    close() {
      stopWatching()
      embedding?.stop()
      indexes.clear()
    },
  }
}

/** Returns how to stop. */
function followChanges(
  store: Pick<SearchableStore, 'watch'>,
  indexes: ReadonlyMap<TenantId, TenantIndex>,
): () => void {
  return store.watch((notification) => {
    if (notification.kind === 'skills') indexes.get(notification.tenantId)?.catchUpInBackground()
    else if (notification.kind === 'anything')
      for (const index of indexes.values()) index.catchUpInBackground()
  })
}
