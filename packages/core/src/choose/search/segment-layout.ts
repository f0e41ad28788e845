import type { Segment } from './segment.ts'

export interface SegmentDraft {
  readonly docCount: number
  /** Terms by number, in any order. */
  readonly terms: readonly string[]
  /** One entry per posting, ascending by skill: its term, posting and impact. */
  readonly postingTerms: readonly number[]
  readonly postings: readonly number[]
  readonly impacts: readonly number[]
  readonly meanings: Int8Array
}

/** Sorts the terms and groups the postings by term. */
export function finishSegment(loose: SegmentDraft): Segment {
  const order = Array.from(loose.terms, (_, number) => number)
  order.sort((a, b) => (loose.terms[a]! < loose.terms[b]! ? -1 : 1))
  const rank = new Uint32Array(order.length)
  for (const [position, number] of order.entries()) rank[number] = position
  const arrays = createSegmentBuffers({
    docCount: loose.docCount,
    terms: order.length,
    units: loose.terms.reduce((sum, term) => sum + term.length, 0),
    postings: loose.postings.length,
    meanings: loose.meanings.length,
  })
  arrays.meanings.set(loose.meanings)
  writeTerms(
    arrays,
    order.map((number) => loose.terms[number]!),
  )
  placePostings(loose, rank, arrays)
  return arrays
}

/** A counting sort: skills stay in order within a term. */
function placePostings(loose: SegmentDraft, rank: Uint32Array, into: Segment): void {
  const { postingTerms, postings, impacts } = loose
  const { postingStarts } = into
  const count = postingTerms.length
  for (let index = 0; index < count; index += 1)
    postingStarts[rank[postingTerms[index]!]! + 1]! += 1
  for (let term = 0; term < rank.length; term += 1) {
    postingStarts[term + 1]! += postingStarts[term]!
  }
  const next = postingStarts.slice()
  for (let index = 0; index < count; index += 1) {
    const term = rank[postingTerms[index]!]!
    const at = next[term]!
    next[term] = at + 1
    into.postings[at] = postings[index]!
    into.impacts[at] = impacts[index]!
  }
}

export interface SegmentSize {
  readonly docCount: number
  readonly terms: number
  /** UTF-16 units of all terms together. */
  readonly units: number
  readonly postings: number
  /** Components of all meanings together. */
  readonly meanings: number
}

/** An empty segment in one block of shared memory, so that threads share it without copying. */
export function createSegmentBuffers(size: SegmentSize): Segment {
  return segmentOver(new SharedArrayBuffer(segmentByteLength(size)), size)
}

export function segmentByteLength({ terms, units, postings, meanings }: SegmentSize): number {
  return 4 * (2 * (terms + 1) + postings) + 2 * (postings + units) + meanings
}

/** The segment in a block of memory of {@link segmentByteLength}. */
export function segmentOver(memory: SharedArrayBuffer, size: SegmentSize): Segment {
  const termStarts = new Uint32Array(memory, 0, size.terms + 1)
  const postingStarts = new Uint32Array(memory, termStarts.byteLength, size.terms + 1)
  const postingsAt = postingStarts.byteOffset + postingStarts.byteLength
  const postings = new Uint32Array(memory, postingsAt, size.postings)
  const impacts = new Uint16Array(memory, postingsAt + postings.byteLength, size.postings)
  const termUnits = new Uint16Array(memory, impacts.byteOffset + impacts.byteLength, size.units)
  const meaningsAt = termUnits.byteOffset + termUnits.byteLength
  const meanings = new Int8Array(memory, meaningsAt, size.meanings)
  return {
    docCount: size.docCount,
    termUnits,
    termStarts,
    postingStarts,
    postings,
    impacts,
    meanings,
  }
}

/** Writes the vocabulary. `terms` are sorted by UTF-16 units. */
export function writeTerms(segment: Segment, terms: readonly string[]): void {
  let at = 0
  for (const [number, term] of terms.entries()) {
    for (let index = 0; index < term.length; index += 1) {
      segment.termUnits[at + index] = term.charCodeAt(index)
    }
    at += term.length
    segment.termStarts[number + 1] = at
  }
}
