import type { ScoreTable } from '../../domain/score-table.ts'
import { FAILS, type ProfileScores } from './profile-scores.ts'
import { PROFILE_SHIFT } from './routing-index.ts'
import { capped } from './score-skill.ts'
import {
  DERIVED_SHIFT,
  DROPPED,
  HIT_BITS,
  NAMED_BY_OTHER,
  SEARCHED_FOR,
  type TurnNotes,
} from './turn-notes.ts'

/** A score lies above the bits of a standing that tell its skill's priority. */
export const PRIORITY_BITS = 0x7f
export const SCORE_SHIFT = 7

export interface StandingOptions {
  /** By number: priority and profile; -1 once it is gone. */
  readonly facts: Int32Array
  readonly profileScores: ProfileScores
  readonly table: ScoreTable
}

/**
 * Of each skill that is noted, what orders them all but for their slugs: score, then priority. Those that
 * search finds come before the others of their score. {@link FAILS} for what may not be offered.
 */
export function standingsOf(notes: TurnNotes, options: StandingOptions): Int32Array {
  const { facts, table } = options
  const { byProfile, ofOwn } = options.profileScores
  const { of, numbers } = notes
  // Looked up, not worked out: thousands of times in a long message.
  const keywords = pointsByCount(table.keyword, table.keywordCap)
  const derived = pointsByCount(table.derivedKeyword, table.derivedKeywordCap)
  const [mostKeywords, mostDerived] = [keywords.length - 1, derived.length - 1]
  const standings = notes.roomForStandings.fill(FAILS)
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at]!
    const note = of[number]!
    const fact = facts[number]!
    if (note === DROPPED || fact === -1) continue
    let score = byProfile[fact >>> PROFILE_SHIFT]!
    if (score === FAILS) score = ofOwn.get(number) ?? FAILS
    if (score === FAILS) continue
    score +=
      keywords[Math.min(note & HIT_BITS, mostKeywords)]! +
      derived[Math.min((note >>> DERIVED_SHIFT) & HIT_BITS, mostDerived)]!
    if ((note & NAMED_BY_OTHER) !== 0) score += table.coActivate
    const behind = (note & SEARCHED_FOR) === 0 ? fact & PRIORITY_BITS : 0
    standings[at] = (score << SCORE_SHIFT) + PRIORITY_BITS - behind
  }
  return standings
}

/** As long as one more hit comes to more. */
function pointsByCount(each: number, cap: number): Int32Array {
  const counts = each === 0 ? 1 : Math.ceil(cap / each) + 1
  return Int32Array.from({ length: counts }, (_, count) => capped(count, each, cap))
}
