import { RoutingCache } from '../routing/routing-cache.ts'
import type { CandidateServices } from '../routing/routing-ports.ts'
import { type CandidateIndex, viewWithCandidate } from './candidate-view.ts'
import type { QualityOf, TenantQuality } from './quality-reader.ts'
import { type SearchOptions, searchSegments } from './search-segments.ts'
import type { TenantIndex } from './tenant-index.ts'

interface Previewed {
  readonly own: CandidateIndex
  readonly indexOf: () => TenantIndex
  readonly byWords: Pick<SearchOptions, 'vectors' | 'synonyms' | 'embedding'>
  readonly quality: TenantQuality | undefined
}

/** Search and routing with a candidate in place of the skill with its id. */
export function previewCandidate(previewed: Previewed): CandidateServices {
  const { own, indexOf, byWords, quality } = previewed
  const options = { ...byWords, quality: quality && qualityOnceApproved(quality, own) }
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
        synonyms: byWords.synonyms ?? [],
      }),
    },
  }
}

/** Asked is how the candidate fares once somebody has approved it. */
function qualityOnceApproved(quality: TenantQuality, { candidate }: CandidateIndex): QualityOf {
  return (skill) =>
    skill.id === candidate.skill.id ? quality.asApproved(skill) : quality.of(skill)
}
