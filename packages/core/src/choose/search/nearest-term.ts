import { editDistance } from './edit-distance.ts'
import { livePostings } from './frequency.ts'
import type { LiveSegment } from './live-segment.ts'
import { prefixRange, type Segment, termText } from './segment.ts'

/** Shorter words have too many neighbours. */
const minLength = 4
/** Below this length only two swapped letters are forgiven: a party is no part. */
const middleLength = 6
/** From this length on two slips are forgiven. */
const longLength = 8
const onlyLetters = /^\p{L}+$/u

/** A term of the index that a mistyped one may stand for, with the number of skills that have it. */
export interface NearTerm {
  readonly term: string
  readonly count: number
}

/**
 * The term with the fewest slips from a mistyped one, and of these the commonest; null when none is near. The first
 * letter must be right: people hardly mistype it, and it keeps the search short.
 */
export function nearestTerm(segments: readonly LiveSegment[], mistyped: string): NearTerm | null {
  if (mistyped.length < minLength || !onlyLetters.test(mistyped)) return null
  const limit = mistyped.length < longLength ? 1 : 2
  const distances = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const live of segments) {
    for (const number of similarTerms(live.segment, mistyped, limit)) {
      const term = termText(live.segment, number)
      const distance = distances.get(term) ?? editDistance(mistyped, term, limit)
      distances.set(term, distance)
      if (mistyped.length < middleLength && !hasSameLetters(term, mistyped)) continue
      if (distance <= limit) counts.set(term, (counts.get(term) ?? 0) + livePostings(live, number))
    }
  }
  let best: NearTerm | null = null
  for (const [term, count] of counts) {
    if (term === mistyped || count === 0) continue
    if (best === null || isBetter({ term, count }, best, distances)) best = { term, count }
  }
  return best
}

function hasSameLetters(one: string, other: string): boolean {
  return [...one].sort().join('') === [...other].sort().join('')
}

function isBetter(one: NearTerm, other: NearTerm, distances: ReadonlyMap<string, number>): boolean {
  const slips = distances.get(one.term)! - distances.get(other.term)!
  if (slips !== 0) return slips < 0
  return one.count === other.count ? one.term < other.term : one.count > other.count
}

/** Terms with the first letter, about the length and about the letters of `word`. */
function* similarTerms(segment: Segment, word: string, limit: number): Generator<number> {
  const masks = letterMasks(segment)
  const mask = maskOf(word)
  const { start, end } = prefixRange(segment, word[0]!)
  for (let number = start; number < end; number += 1) {
    const length = segment.termStarts[number + 1]! - segment.termStarts[number]!
    if (Math.abs(length - word.length) > limit) continue
    // One slip changes at most two of the letters that a word has.
    if (bitsOf(masks[number]! ^ mask) <= 2 * limit) yield number
  }
}

const masksBySegment = new WeakMap<Segment, Uint32Array>()

/** The letters of each term as a set of 32 bits, computed once a segment. */
function letterMasks(segment: Segment): Uint32Array {
  const known = masksBySegment.get(segment)
  if (known !== undefined) return known
  const count = segment.termStarts.length - 1
  const masks = new Uint32Array(count)
  for (let number = 0; number < count; number += 1) {
    let mask = 0
    for (let at = segment.termStarts[number]!; at < segment.termStarts[number + 1]!; at += 1)
      mask |= 1 << (segment.termUnits[at]! & 31)
    masks[number] = mask
  }
  masksBySegment.set(segment, masks)
  return masks
}

function maskOf(word: string): number {
  let mask = 0
  for (let at = 0; at < word.length; at += 1) mask |= 1 << (word.charCodeAt(at) & 31)
  return mask
}

function bitsOf(mask: number): number {
  let rest = mask
  let count = 0
  for (; rest !== 0; count += 1) rest &= rest - 1
  return count
}
