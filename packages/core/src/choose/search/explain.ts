import type { HitReason } from '../../ports/search-index.ts'
import { FIELD_RULES } from './fields.ts'
import type { QueryPlan } from './query-plan.ts'
import { FIELD_BITS, findPosting, findTerm, SCORE_UNIT } from './segment.ts'
import { synonymMatch } from './synonym-matches.ts'
import type { RankedSkill } from './top-hits.ts'
import type { WeightedTerm } from './weighted-term.ts'

/** Explains the score of a hit: one reason per term, from the same postings; the impacts add up to the score. */
export function explainHit(hit: RankedSkill, plan: QueryPlan): readonly HitReason[] {
  const reasons: HitReason[] = []
  for (const term of plan.terms) {
    const reason = reasonFor(hit, term)
    if (reason !== null) reasons.push(reason)
  }
  let best: HitReason | null = null
  for (const completion of plan.completions) {
    const reason = reasonFor(hit, completion)
    if (reason !== null && (best === null || reason.impact > best.impact)) best = reason
  }
  if (best !== null) reasons.push(best)
  for (const letter of plan.letters) {
    const reason = reasonFor(hit, letter)
    if (reason !== null) reasons.push(reason)
  }
  for (const synonym of plan.synonyms) {
    const match = synonymMatch(hit.live.segment, hit.doc, synonym)
    if (match === null) continue
    const { alternative, score } = match
    const alike = { term: alternative.phrase, word: synonym.phrase }
    reasons.push({ ...alike, field: 'synonym', impact: score })
  }
  return reasons
}

/** What speaks for the skill besides its words, where it counted. */
export function explainQuality({ quality }: RankedSkill): readonly HitReason[] {
  if (!quality) return []
  const { impact, factors } = quality
  return [{ term: '', word: '', field: 'quality', impact, quality: factors }]
}

function reasonFor(hit: RankedSkill, term: WeightedTerm): HitReason | null {
  const { segment } = hit.live
  const number = findTerm(segment, term.term)
  const at = number < 0 ? -1 : findPosting(segment, number, hit.doc)
  if (at < 0) return null
  const field = FIELD_RULES[segment.postings[at]! & ((1 << FIELD_BITS) - 1)]!.field
  const impact = (term.weight / SCORE_UNIT) * segment.impacts[at]!
  return { term: term.term, word: term.word, field, impact }
}
