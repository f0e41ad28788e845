import { FIELD_RULES } from '../fields.ts'
import { FIELD_BITS, type Segment } from '../segment.ts'
import { type SegmentSize, segmentByteLength, segmentOver } from '../segment-layout.ts'

/** More than any array of a segment has, and few enough that no sum of bytes overflows. */
const maxEntries = 2 ** 29

export function segmentSize(segment: Segment): SegmentSize {
  return {
    docCount: segment.docCount,
    terms: segment.termStarts.length - 1,
    units: segment.termUnits.length,
    postings: segment.postings.length,
    meanings: segment.meanings.length,
  }
}

/** All bytes of a segment, without a copy. */
export function segmentBytes(segment: Segment): Uint8Array {
  return new Uint8Array(segment.termStarts.buffer)
}

/** Whether these sizes can be those of a segment whose skills have meanings of `meaningSize` components. */
export function isSegmentSize(size: SegmentSize, meaningSize: number): boolean {
  const entries = [size.docCount, size.terms, size.units, size.postings, size.meanings]
  const areCounts = entries.every((n) => Number.isInteger(n) && n >= 0 && n <= maxEntries)
  return areCounts && size.meanings === size.docCount * meaningSize
}

/**
 * The segment in these bytes; null unless every number in it is one that an index may follow, so that no search or merge
 * reads outside of it or never ends. One pass over the bytes.
 */
export function readSegment(memory: SharedArrayBuffer, size: SegmentSize): Segment | null {
  if (memory.byteLength !== segmentByteLength(size)) return null
  const segment = segmentOver(memory, size)
  const { termStarts, termUnits, postingStarts, postings } = segment
  const isSound =
    areStarts(termStarts, termUnits.length) &&
    areStarts(postingStarts, postings.length) &&
    areTermsSorted(segment) &&
    arePostingsSound(segment)
  return isSound ? segment : null
}

/** From 0 to the end, never back. */
function areStarts(starts: Uint32Array, end: number): boolean {
  let before = 0
  if (starts[0] !== 0 || starts[starts.length - 1] !== end) return false
  for (let at = 1; at < starts.length; at += 1) {
    if (starts[at]! < before) return false
    before = starts[at]!
  }
  return true
}

/** Strictly, because a merge looks each term up in the sorted union of all. */
function areTermsSorted({ termStarts, termUnits }: Segment): boolean {
  for (let term = 1; term + 1 < termStarts.length; term += 1) {
    const [from, to, end] = [termStarts[term - 1]!, termStarts[term]!, termStarts[term + 1]!]
    let at = 0
    while (from + at < to && to + at < end && termUnits[from + at] === termUnits[to + at]) at += 1
    if (to + at === end) return false
    if (from + at < to && termUnits[from + at]! > termUnits[to + at]!) return false
  }
  return true
}

/** By ascending skill within a term, of skills and fields that exist. */
function arePostingsSound({ docCount, postingStarts, postings }: Segment): boolean {
  const fieldMask = (1 << FIELD_BITS) - 1
  for (let term = 0; term + 1 < postingStarts.length; term += 1) {
    let before = -1
    for (let at = postingStarts[term]!; at < postingStarts[term + 1]!; at += 1) {
      const doc = postings[at]! >>> FIELD_BITS
      if (doc <= before || doc >= docCount) return false
      if ((postings[at]! & fieldMask) >= FIELD_RULES.length) return false
      before = doc
    }
  }
  return true
}
