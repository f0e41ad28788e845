/**
 * An immutable inverted index over skills numbered 0 to `docCount - 1`. Flat arrays make it free to share with another
 * thread and free to garbage-collect. Terms are sorted by UTF-16 units.
 */
export interface Segment {
  readonly docCount: number
  /** Concatenated units of all terms; term `t` is `[termStarts[t], termStarts[t + 1])`. */
  readonly termUnits: Uint16Array
  readonly termStarts: Uint32Array
  /** Postings of term `t` are `[postingStarts[t], postingStarts[t + 1])`, by ascending skill. */
  readonly postingStarts: Uint32Array
  /** `skill * 8 + field`, with the field of the highest weight. */
  readonly postings: Uint32Array
  /** The saturated term impact, in 1/65535: see {@link termScore}. */
  readonly impacts: Uint16Array
  /** The meanings of the skills, one after another and equally long; empty without word vectors. See TextMeaning. */
  readonly meanings: Int8Array
}

/** Bits of a posting for the field. */
export const FIELD_BITS = 3
export const SCORE_UNIT = 65535

/** The stored impact of a term in a skill: its weighted, saturated frequency. At least 1. */
export function termScore(weightedCount: number, saturation: number): number {
  return Math.max(1, Math.round((SCORE_UNIT * weightedCount) / (weightedCount + saturation)))
}

export function termCount(segment: Segment): number {
  return segment.termStarts.length - 1
}

export function termText(segment: Segment, term: number): string {
  const start = segment.termStarts[term]!
  const end = segment.termStarts[term + 1]!
  return String.fromCharCode(...segment.termUnits.subarray(start, end))
}

/** The latest lookups of each segment: a query asks for its terms once for each of its hits. */
const lookups = new WeakMap<Segment, Map<string, number>>()
const maxLookups = 100

/** The number of a term, or -1. */
export function findTerm(segment: Segment, text: string): number {
  const latest = lookups.get(segment) ?? new Map<string, number>()
  const known = latest.get(text)
  if (known !== undefined) return known
  if (latest.size === 0) lookups.set(segment, latest)
  if (latest.size >= maxLookups) latest.clear()
  const number = lookUpTerm(segment, text)
  latest.set(text, number)
  return number
}

function lookUpTerm(segment: Segment, text: string): number {
  const at = lowerBound(segment, text)
  return at < termCount(segment) &&
    comparePrefix(segment, at, text) === 0 &&
    segment.termStarts[at + 1]! - segment.termStarts[at]! === text.length
    ? at
    : -1
}

/** Terms `[start, end)` begin with `prefix`. */
export function prefixRange(segment: Segment, prefix: string): { start: number; end: number } {
  const start = lowerBound(segment, prefix)
  let low = start
  let high = termCount(segment)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comparePrefix(segment, middle, prefix) <= 0) low = middle + 1
    else high = middle
  }
  return { start, end: low }
}

/** Position of a skill among a term's postings, or -1. */
export function findPosting(segment: Segment, term: number, doc: number): number {
  let low = segment.postingStarts[term]!
  let high = segment.postingStarts[term + 1]!
  while (low < high) {
    const middle = (low + high) >>> 1
    const found = segment.postings[middle]! >>> FIELD_BITS
    if (found === doc) return middle
    if (found < doc) low = middle + 1
    else high = middle
  }
  return -1
}

/** Lower bound: the first term that is not less than `text`. */
function lowerBound(segment: Segment, text: string): number {
  let low = 0
  let high = termCount(segment)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comparePrefix(segment, middle, text) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Compares a term's first units with `text`: 0 when the term begins with it. */
function comparePrefix(segment: Segment, term: number, text: string): number {
  const start = segment.termStarts[term]!
  const length = segment.termStarts[term + 1]! - start
  for (let index = 0; index < text.length; index += 1) {
    if (index === length) return -1
    const difference = segment.termUnits[start + index]! - text.charCodeAt(index)
    if (difference !== 0) return difference
  }
  return 0
}
