import type { SynonymGroup } from '../../domain/synonyms.ts'
import type { SearchHit, SearchQuery } from '../../ports/search-index.ts'
import type { WordVectors } from '../../ports/word-vectors.ts'
import type { QueryVector } from './compare-hits.ts'
import { coverageOf } from './coverage.ts'
import { explainHit, explainQuality } from './explain.ts'
import { explainMeaning } from './explain-meaning.ts'
import { parseQuery } from './parse-query.ts'
import type { QualityOf } from './quality-reader.ts'
import { planQuery } from './query-plan.ts'
import { rankHits } from './rank.ts'
import type { SearchView } from './tenant-segments.ts'

/** The maximum limit; larger limits are capped. */
export const MAX_HITS = 200

export interface SearchOptions {
  readonly vectors?: WordVectors | null
  readonly synonyms?: readonly SynonymGroup[]
  /** What an embedding model says of the query; null where it has not said it in time, undefined without one. */
  readonly embedding?: QueryVector | null | undefined
  /** Without it, quality counts nothing. */
  readonly quality?: QualityOf | undefined
}

/** Ranked search over the view of one person. A query without terms has no hits. */
export function searchSegments(
  view: SearchView,
  query: SearchQuery,
  { vectors = null, synonyms = [], embedding, quality }: SearchOptions = {},
): readonly SearchHit[] {
  const parsed = parseQuery(query.text, { prefixLastWord: query.prefixLastWord ?? false })
  const plan = planQuery(view.segments, parsed, { vectors, synonyms })
  const isEmpty = plan.terms.length === 0 && plan.completions.length === 0
  if (isEmpty && plan.synonyms.length === 0) return []
  const tags = query.tags ?? []
  const { ownSlugs } = view
  const ranked = rankHits(view.segments, plan, {
    limit: Math.min(query.limit, MAX_HITS),
    ...{ embedding: embedding ?? null, quality: quality ?? null },
    accept: (skill) =>
      (skill.enabled || query.includeDisabled === true) &&
      (ownSlugs.size === 0 || skill.owner !== null || !ownSlugs.has(skill.slug)) &&
      (tags.length === 0 || tags.every((tag) => skill.tags.includes(tag))),
  })
  return ranked.map((hit) => {
    const reasons = explainHit(hit, plan)
    const coverage = coverageOf(reasons, plan)
    const hasModel = embedding !== undefined
    const meaning = explainMeaning(hit, { plan, reasons, vectors, hasModel })
    return {
      skillId: hit.skill.id,
      score: hit.score,
      coverage,
      reasons: [...reasons, ...meaning, ...explainQuality(hit)],
    }
  })
}
