import type { HitReason } from '../../ports/search-index.ts'
import type { WordVectors } from '../../ports/word-vectors.ts'
import type { QueryPlan } from './query-plan.ts'
import { findPosting, findTerm } from './segment.ts'
import type { RankedSkill } from './top-hits.ts'

/** Words of a query for which a similar one of the skill is looked for. */
const maxWords = 8

interface Explaining {
  readonly plan: QueryPlan
  /** Of the words that the skill has itself. */
  readonly reasons: readonly HitReason[]
  readonly vectors: WordVectors | null
  /** There is an embedding model whose vectors could have been compared. */
  readonly hasModel: boolean
}

/**
 * The reason for the part of a score that comes from meaning: with the rarest word of the query that the skill has not,
 * for which it has a similar one; without words when all of it together is alike.
 */
export function explainMeaning(
  hit: RankedSkill,
  { plan, reasons, vectors, hasModel }: Explaining,
): readonly HitReason[] {
  if (hit.meaning === 0) return []
  const whole = { term: '', word: '', field: 'meaning', impact: hit.meaning } as const
  if (hit.isByModel) return [{ ...whole, embedding: 'used' }]
  const said = hasModel ? ({ embedding: 'unavailable' } as const) : {}
  if (vectors === null) return [{ ...whole, ...said }]
  const matched = new Set(reasons.map(({ term }) => term))
  const missing = plan.byRarity.filter(({ term }) => !matched.has(term)).slice(0, maxWords)
  for (const { term, word } of missing) {
    const similar = similarTermOf(hit, term, vectors)
    if (similar !== null) return [{ ...whole, term: similar, word, ...said }]
  }
  return [{ ...whole, ...said }]
}

/** The term most similar to this one among those that the skill has. */
function similarTermOf(hit: RankedSkill, term: string, vectors: WordVectors): string | null {
  const word = vectors.find(term)
  if (word < 0) return null
  const { segment } = hit.live
  for (const near of vectors.nearest(word)) {
    const similar = vectors.term(near)
    const number = findTerm(segment, similar)
    if (number >= 0 && findPosting(segment, number, hit.doc) >= 0) return similar
  }
  return null
}
