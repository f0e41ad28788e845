import type { SearchHit } from '../../ports/search-index.ts'

/**
 * From here on search is sure of a hit. Both limits are chosen on `npm run bench -- ranking` with both halves in view:
 * the first hit is then right more than nine times in ten, and hardly a request that no skill is for gets one.
 */
const minCoverage = 0.5
/** How much of its score the first hit is ahead of the second, which is no near-duplicate of it. */
const minLead = 0.3

/** Whether the first of these hits fits surely: it covers half of the message and stands out. Pure. */
export function isClearMatch([first, second]: readonly Pick<
  SearchHit,
  'score' | 'coverage'
>[]): boolean {
  if (!first || first.coverage < minCoverage) return false
  return !second || first.score - second.score >= minLead * first.score
}
