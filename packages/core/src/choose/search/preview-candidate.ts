import { RoutingCache } from '../routing/routing-cache.ts'
import type { CandidateServices } from '../routing/routing-ports.ts'
import { type CandidateIndex, viewWithCandidate } from './candidate-view.ts'
import { type SearchOptions, searchSegments } from './search-segments.ts'
import type { TenantIndex } from './tenant-index.ts'

interface Previewed {
  readonly own: CandidateIndex
  readonly indexOf: () => TenantIndex
  readonly options: SearchOptions
}

/** Search and routing with a candidate in place of the skill with its id. */
export function previewCandidate({ own, indexOf, options }: Previewed): CandidateServices {
  return {
    search: {
      search: async (_, viewer, query) =>
        searchSegments(viewWithCandidate(await indexOf().view(viewer), own), query, options),
    },
    router: {
      // The cache of the tenant must not learn what its store does not have.
      cache: new RoutingCache(),
      routing: async (_, viewer) => ({
        ...viewWithCandidate(await indexOf().view(viewer), own).routing,
        synonyms: options.synonyms ?? [],
      }),
    },
  }
}
