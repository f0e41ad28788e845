import type { ScoreTable } from '../../domain/score-table.ts'
import { INELIGIBLE, type ProfileScores } from './profile-scores.ts'
import {
  CO_ACTIVATED,
  DERIVED_SHIFT,
  DROPPED,
  HIT_BITS,
  type RoutingHints,
  SEARCH_HIT,
} from './routing-hints.ts'
import { PROFILE_SHIFT } from './routing-index.ts'
import { capped } from './score-skill.ts'

/** A score lies above the bits of a standing that tell its skill's priority. */
export const PRIORITY_MASK = 0x7f
export const SCORE_SHIFT = 7

export interface AccumulatorOptions {
  /** By number: priority and profile; -1 once it is gone. */
  readonly facts: Int32Array
  readonly profileScores: ProfileScores
  readonly table: ScoreTable
}

/**
 * Of each skill that is noted, what orders them all but for their slugs: score, then priority. Those that
 * search finds come before the others of their score. {@link FAILS} for what may not be offered.
 */
export function accumulateScores(hints: RoutingHints, options: AccumulatorOptions): Int32Array {
  const { facts, table } = options
  const { byProfile, byOwnSettings } = options.profileScores
  const { of, numbers } = hints
  // Looked up, not worked out: thousands of times in a long message.
  const keywords = pointsByCount(table.keyword, table.keywordCap)
  const derived = pointsByCount(table.derivedKeyword, table.derivedKeywordCap)
  const [maxKeywords, maxDerived] = [keywords.length - 1, derived.length - 1]
  const packedScores = hints.scoreBuffer.fill(INELIGIBLE)
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at]!
    const hint = of[number]!
    const fact = facts[number]!
    if (hint === DROPPED || fact === -1) continue
    let score = byProfile[fact >>> PROFILE_SHIFT]!
    if (score === INELIGIBLE) score = byOwnSettings.get(number) ?? INELIGIBLE
    if (score === INELIGIBLE) continue
    score +=
      keywords[Math.min(hint & HIT_BITS, maxKeywords)]! +
      derived[Math.min((hint >>> DERIVED_SHIFT) & HIT_BITS, maxDerived)]!
    if ((hint & CO_ACTIVATED) !== 0) score += table.coActivate
    const priorityPenalty = (hint & SEARCH_HIT) === 0 ? fact & PRIORITY_MASK : 0
    packedScores[at] = (score << SCORE_SHIFT) + PRIORITY_MASK - priorityPenalty
  }
  return packedScores
}

/** As long as one more hit comes to more. */
function pointsByCount(each: number, cap: number): Int32Array {
  const counts = each === 0 ? 1 : Math.ceil(cap / each) + 1
  return Int32Array.from({ length: counts }, (_, count) => capped(count, each, cap))
}
