import type { WordVectors } from '../../ports/word-vectors.ts'
import { inverseFrequency, totalSkills } from './frequency.ts'
import type { LiveSegment } from './live-segment.ts'
import { nearestTerm } from './nearest-term.ts'
import type { QueryTerm } from './parse-query.ts'
import type { WeightedTerm } from './weighted-term.ts'

/** A word that hardly a skill has may be mistyped. */
const rareShare = 1 / 5_000
/** How much commoner the word must be that it was meant to be. */
const commonerBy = 20
/** What a corrected word counts: it may be another word after all. */
const correctedWeight = 0.8
/** A pasted text in another language must not cost a look through the index for each of its words. */
const maxCorrected = 8

/** A query's term with the number of skills that have it. */
export interface CountedTerm extends QueryTerm {
  readonly count: number
}

export interface SpellingFix {
  readonly term: WeightedTerm
  /** The weight that is missing to a word of which one can be sure. */
  readonly doubt: number
}

/** A word that is known needs no guess, although no skill has it. */
function isWord(term: string, vectors: WordVectors | null): boolean {
  return vectors !== null && vectors.find(term) >= 0
}

/** What mistyped words were meant to be, by their position: each term once, and none that the query has anyway. */
export function fixSpelling(
  segments: readonly LiveSegment[],
  terms: readonly CountedTerm[],
  vectors: WordVectors | null,
): ReadonlyMap<number, SpellingFix> {
  const total = totalSkills(segments)
  const corrected = new Map<number, SpellingFix>()
  const present = new Set(terms.map(({ term }) => term))
  const doubtful = [...terms.entries()].filter(
    ([, { covers, count, term }]) =>
      covers === 1 && count <= total * rareShare && !isWord(term, vectors),
  )
  for (const [at, { term, word, count }] of doubtful.slice(0, maxCorrected)) {
    const correction = nearestTerm(segments, term)
    if (correction === null || present.has(correction.term)) continue
    if (correction.count < count * commonerBy) continue
    present.add(correction.term)
    const full = inverseFrequency(total, correction.count)
    const weight = correctedWeight * full
    corrected.set(at, {
      term: { term: correction.term, word, covers: 1, weight },
      doubt: full - weight,
    })
  }
  return corrected
}
