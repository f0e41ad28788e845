import { FIELD_RULES } from './fields.ts'
import { FIELD_BITS } from './segment.ts'

/** What matched of a short query in a skill, in one number: words that are covered above, their ranks below. */
export const COVERED_SHIFT = 4
const rankMask = (1 << COVERED_SHIFT) - 1
const ranks = Uint8Array.from(
  { length: 1 << FIELD_BITS },
  (_, field) => FIELD_RULES[field]?.rank ?? 0,
)

/** The match of one posting. */
export function matchOf(posting: number, covers: number): number {
  return (covers << COVERED_SHIFT) + ranks[posting & ((1 << FIELD_BITS) - 1)]!
}

/**
 * The class of a match; every match of a higher class comes first: outside the body at all, then more words, then in
 * better fields. Below 256.
 */
export function classOf(match: number): number {
  const rank = match & rankMask
  return (rank > 0 ? 128 : 0) + Math.min(7, match >> COVERED_SHIFT) * 16 + Math.min(15, rank)
}

/** Whether a match is in a name or a tag, or in two describing fields. */
export function mayBeNamed(match: number): boolean {
  return (match & rankMask) > 1
}
