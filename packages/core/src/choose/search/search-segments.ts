import type { SynonymGroup } from '../../domain/synonyms.ts'
import type { SearchHit, SearchQuery } from '../../ports/search-index.ts'
import type { WordVectors } from '../../ports/word-vectors.ts'
import { coverageOf } from './coverage.ts'
import { explainHit } from './explain.ts'
import { explainMeaning } from './explain-meaning.ts'
import { parseQuery } from './parse-query.ts'
import { planQuery } from './query-plan.ts'
import { rankHits } from './rank.ts'
import type { SearchView } from './tenant-segments.ts'

/** The maximum limit; larger limits are capped. */
export const MAX_HITS = 200

interface SearchOptions {
  readonly vectors?: WordVectors | null
  readonly synonyms?: readonly SynonymGroup[]
}

/** Ranked search over the view of one person. A query without terms has no hits. */
export function searchSegments(
  view: SearchView,
  query: SearchQuery,
  { vectors = null, synonyms = [] }: SearchOptions = {},
): readonly SearchHit[] {
  const parsed = parseQuery(query.text, { prefixLastWord: query.prefixLastWord ?? false })
  const plan = planQuery(view.segments, parsed, { vectors, synonyms })
  const isEmpty = plan.terms.length === 0 && plan.completions.length === 0
  if (isEmpty && plan.synonyms.length === 0) return []
  const tags = query.tags ?? []
  const ranked = rankHits(view.segments, plan, {
    limit: Math.min(query.limit, MAX_HITS),
    accept: (skill) =>
      (skill.enabled || query.includeDisabled === true) &&
      (skill.owner !== null || !view.ownSlugs.has(skill.slug)) &&
      tags.every((tag) => skill.tags.includes(tag)),
  })
  return ranked.map((hit) => {
    const reasons = explainHit(hit, plan)
    const coverage = coverageOf(reasons, plan)
    const meaning = explainMeaning(hit, { plan, reasons, vectors })
    return { skillId: hit.skill.id, score: hit.score, coverage, reasons: [...reasons, ...meaning] }
  })
}
