import type { ScoreTable } from '../../domain/score-table.ts'
import { EXCLUDED, type ProfileScores } from './profile-scores.ts'
import { CO_ACTIVATED, DROPPED, HIT_BITS, type RoutingHints, SEARCH_HIT } from './routing-hints.ts'
import { PROFILE_SHIFT } from './routing-index.ts'
import { capped } from './score-skill.ts'

/** A packed score has the score above these bits and the inverted priority below. */
export const PRIORITY_MASK = 0x7f
export const SCORE_SHIFT = 7

export interface AccumulatorOptions {
  /** By number: priority and profile; -1 for removed skills. */
  readonly facts: Int32Array
  readonly profileScores: ProfileScores
  readonly table: ScoreTable
}

/**
 * Accumulates the packed score of each hinted skill; it orders skills by score, then priority. Without points, search
 * hits come first. {@link EXCLUDED} for skills that may not be offered.
 */
export function accumulateScores(hints: RoutingHints, options: AccumulatorOptions): Int32Array {
  const { facts, table } = options
  const { byProfile, byOwnSettings } = options.profileScores
  const { of, numbers } = hints
  // A lookup table, because a long message needs thousands of values.
  const keywords = pointsByCount(table.keyword, table.keywordCap)
  const maxKeywords = keywords.length - 1
  const packedScores = hints.scoreBuffer.fill(EXCLUDED)
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at]!
    const hint = of[number]!
    const fact = facts[number]!
    if (hint === DROPPED || fact === -1) continue
    let score = byProfile[fact >>> PROFILE_SHIFT]!
    if (score === EXCLUDED) score = byOwnSettings.get(number) ?? EXCLUDED
    if (score === EXCLUDED) continue
    score += keywords[Math.min(hint & HIT_BITS, maxKeywords)]!
    if ((hint & CO_ACTIVATED) !== 0) score += table.coActivate
    const bySearch = score === 0 && (hint & SEARCH_HIT) !== 0
    const priorityPenalty = bySearch ? 0 : fact & PRIORITY_MASK
    packedScores[at] = (score << SCORE_SHIFT) + PRIORITY_MASK - priorityPenalty
  }
  return packedScores
}

/** Points by number of hits, up to the cap. */
function pointsByCount(each: number, cap: number): Int32Array {
  const counts = each === 0 ? 1 : Math.ceil(cap / each) + 1
  return Int32Array.from({ length: counts }, (_, count) => capped(count, each, cap))
}
