import { matchOf } from './matched-words.ts'
import type { QuerySynonym, SynonymAlternative } from './query-synonyms.ts'
import { FIELD_BITS, findPosting, findTerm, SCORE_UNIT, type Segment } from './segment.ts'
import type { WeightedTerm } from './weighted-term.ts'

/** A word of the query with synonyms, in a plan. */
export interface PlannedSynonym extends QuerySynonym {
  /** The terms of its own words that skills have. */
  readonly own: readonly WeightedTerm[]
  /** What it weighs in the query as a whole. */
  readonly weight: number
}

export interface SynonymMatch {
  readonly alternative: SynonymAlternative
  /** What it adds to the score of a skill: as much as it counts more than the words of the query themselves. */
  readonly score: number
  /** What it adds to the match of a short query; see `matchOf`. */
  readonly match: number
}

/** The skills of a segment that have a synonym which counts more than the words of the query. */
export function* skillsWithSynonym(
  segment: Segment,
  synonym: PlannedSynonym,
): Generator<readonly [doc: number, match: SynonymMatch]> {
  const seen = new Set<number>()
  for (const { terms } of synonym.alternatives) {
    const number = findTerm(segment, terms[0]!.term)
    if (number < 0) continue
    const end = segment.postingStarts[number + 1]!
    for (let at = segment.postingStarts[number]!; at < end; at += 1) {
      const doc = segment.postings[at]! >>> FIELD_BITS
      if (seen.has(doc)) continue
      seen.add(doc)
      const match = synonymMatch(segment, doc, synonym)
      if (match !== null) yield [doc, match]
    }
  }
}

/** The best synonym that a skill has; null if it has none, or if the words of the query themselves count as much. */
export function synonymMatch(
  segment: Segment,
  doc: number,
  { own, alternatives, words }: PlannedSynonym,
): SynonymMatch | null {
  let best: (Found & { readonly alternative: SynonymAlternative }) | null = null
  for (const alternative of alternatives) {
    const found = alternative.terms.map((term) => findIn(segment, doc, term))
    if (found.some((one) => one === null)) continue
    const score = found.reduce((sum, one) => sum + one!.score, 0)
    // It covers the words for which it stands, in its worst field.
    const match = words.size * Math.min(...found.map((one) => one!.match))
    if (best === null || score > best.score) best = { alternative, score, match }
  }
  if (best === null) return null
  const ownFound = own.map((term) => findIn(segment, doc, term))
  const score = best.score - ownFound.reduce((sum, one) => sum + (one?.score ?? 0), 0)
  const match = best.match - ownFound.reduce((sum, one) => sum + (one?.match ?? 0), 0)
  if (score <= 0) return null
  return { alternative: best.alternative, score, match: Math.max(0, match) }
}

interface Found {
  readonly score: number
  readonly match: number
}

function findIn(segment: Segment, doc: number, { term, weight }: WeightedTerm): Found | null {
  const number = findTerm(segment, term)
  const at = number < 0 ? -1 : findPosting(segment, number, doc)
  if (at < 0) return null
  const score = (weight / SCORE_UNIT) * segment.impacts[at]!
  return { score, match: matchOf(segment.postings[at]!, 1) }
}
