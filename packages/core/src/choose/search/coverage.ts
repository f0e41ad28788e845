import type { HitReason } from '../../ports/search-index.ts'
import type { QueryPlan } from './query-plan.ts'

/** What a word that only the body has counts; a body mentions much that the skill is not for. */
const inBody = 0.4

/**
 * The share of the query, from 0 to 1, that a hit covers: rare words weigh more than common ones, and a word that no
 * skill has weighs most. Unlike a score it can be compared between queries.
 */
export function coverageOf(reasons: readonly HitReason[], plan: QueryPlan): number {
  let covered = 0
  // Reasons have the order of the terms.
  let at = 0
  for (const { term, weight } of plan.terms) {
    const reason = reasons[at]
    if (reason?.term !== term) continue
    covered += reason.field === 'body' ? inBody * weight : weight
    at += 1
  }
  for (const { phrase, own, weight } of plan.synonyms) {
    if (!reasons.some(({ word, field }) => field === 'synonym' && word === phrase)) continue
    const known = own.filter(({ term }) => reasons.some((reason) => reason.term === term))
    covered += weight - known.reduce((sum, term) => sum + term.weight, 0)
  }
  return plan.totalWeight === 0 ? 0 : Math.min(1, covered / plan.totalWeight)
}
