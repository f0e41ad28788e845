import type { TenantId, UserId } from '../../base/ids.ts'
import type { SkillSearch } from '../../ports/search-index.ts'
import type { Store } from '../../ports/store.ts'
import type { WordVectors } from '../../ports/word-vectors.ts'
import { RoutingCache } from '../routing/routing-cache.ts'
import type { CandidatePreview, SkillRouter } from '../routing/routing-ports.ts'
import { candidateIndex, viewWithCandidate } from './candidate-view.ts'
import { searchSegments } from './search-segments.ts'
import type { SegmentBuilder } from './segment-builder.ts'
import { isRanked, type SkillFeed, TenantIndex, textOf } from './tenant-index.ts'

/** The part of a {@link Store} that search needs. */
export interface SearchableStore extends Pick<Store, 'watch'> {
  tenant(id: TenantId): { readonly skills: SkillFeed }
}

export interface SkillSearchOptions {
  readonly store: SearchableStore
  readonly segments: SegmentBuilder
  /** Those with which `segments` builds; without them, sentences are ranked by their words alone. */
  readonly vectors?: WordVectors
  /** Maximum indexes in memory; the least recently used is evicted. Default 64. */
  readonly maxTenants?: number
}

/** {@link SkillSearch} with its lifecycle. */
export interface SkillSearchService extends SkillSearch, SkillRouter, CandidatePreview {
  /** Builds a tenant's index ahead of the first search. */
  warm(tenantId: TenantId): Promise<void>
  /** Resolves when no merge of the tenant's segments is running. */
  mergesDone(tenantId: TenantId): Promise<void>
  /** Stops watching the store and drops every index. */
  close(): void
}

/**
 * Ranked search over in-memory indexes, one per tenant. An index is as new as the store at the time of the search, so a
 * search sees every acknowledged write. Change notifications only update indexes early; a lost one is harmless, because
 * every search checks the head of the change feed.
 */
export function createSkillSearch(options: SkillSearchOptions): SkillSearchService {
  const { store, segments, vectors = null, maxTenants = 64 } = options
  const indexes = new Map<TenantId, TenantIndex>()

  function indexOf(tenantId: TenantId): TenantIndex {
    const index =
      indexes.get(tenantId) ?? new TenantIndex(() => store.tenant(tenantId).skills, segments)
    indexes.delete(tenantId)
    indexes.set(tenantId, index)
    for (const [id, idle] of indexes) {
      if (indexes.size <= maxTenants) break
      if (id !== tenantId && !idle.busy) indexes.delete(id)
    }
    return index
  }

  const stopWatching = store.watch((notification) => {
    if (notification.kind === 'skills') indexes.get(notification.tenantId)?.catchUpInBackground()
    else if (notification.kind === 'anything')
      for (const index of indexes.values()) index.catchUpInBackground()
  })

  return {
    cache: new RoutingCache(),
    async search(tenantId, viewer, query) {
      return searchSegments(await indexOf(tenantId).view(viewer), query, vectors)
    },
    async routing(tenantId, viewer) {
      return (await indexOf(tenantId).view(viewer)).routing
    },
    async withCandidate(tenantId, candidate) {
      const built = isRanked(candidate) ? await segments.build([[textOf(candidate)]]) : []
      const own = candidateIndex(candidate, built[0] ?? null)
      const view = async (viewer: UserId) =>
        viewWithCandidate(await indexOf(tenantId).view(viewer), own)
      return {
        search: {
          search: async (_, viewer, query) => searchSegments(await view(viewer), query, vectors),
        },
        router: {
          // The cache of the tenant must not learn what its store does not have.
          cache: new RoutingCache(),
          routing: async (_, viewer) => (await view(viewer)).routing,
        },
      }
    },
    async warm(tenantId) {
      await indexOf(tenantId).catchUp()
    },
    async mergesDone(tenantId) {
      await indexes.get(tenantId)?.mergesDone()
    },
    close() {
      stopWatching()
      indexes.clear()
    },
  }
}
