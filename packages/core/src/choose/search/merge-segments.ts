import { FIELD_BITS, type Segment } from './segment.ts'
import { createSegmentBuffers, writeTerms } from './segment-layout.ts'

/** A segment to merge, with its removed skills. */
export interface MergePart {
  readonly segment: Segment
  /** Skill numbers, in any order, without duplicates. */
  readonly removed: readonly number[]
}

const REMOVED = 0xffffffff

/**
 * Merges the live skills of several segments into one, numbered in order of the parts. The result equals a segment built
 * from all of them.
 */
export function mergeSegments(parts: readonly MergePart[]): Segment {
  const docMap = renumberDocs(parts)
  const vocabularies = parts.map(({ segment }) => allTerms(segment))
  const union = sortedUnion(vocabularies)
  const termMap = vocabularies.map((terms) => termPositions(union, terms))
  const counts = new Uint32Array(union.length)
  for (const [index, part] of parts.entries()) {
    countPostings(part.segment, {
      into: counts,
      termMap: termMap[index]!,
      docMap: docMap.maps[index]!,
    })
  }
  const used = union.filter((_, term) => counts[term]! > 0)
  const merged = createSegmentBuffers({
    docCount: docMap.total,
    terms: used.length,
    units: used.reduce((sum, term) => sum + term.length, 0),
    postings: counts.reduce((sum, count) => sum + count, 0),
    meanings: docMap.total * meaningSizeOf(parts),
  })
  writeTerms(merged, used)
  for (const [index, { segment }] of parts.entries())
    copyMeanings(segment, { into: merged.meanings, docMap: docMap.maps[index]! })
  const next = startPostings(merged, counts)
  for (const [index, part] of parts.entries()) {
    copyPostings(part.segment, {
      merged,
      next,
      termMap: termMap[index]!,
      docMap: docMap.maps[index]!,
    })
  }
  return merged
}

/** Maps old skill numbers to new ones, per part. */
function renumberDocs(parts: readonly MergePart[]): { maps: Uint32Array[]; total: number } {
  let total = 0
  const maps = parts.map(({ segment, removed }) => {
    const map = new Uint32Array(segment.docCount)
    for (const doc of removed) map[doc] = REMOVED
    for (let doc = 0; doc < map.length; doc += 1) if (map[doc] !== REMOVED) map[doc] = total++
    return map
  })
  return { maps, total }
}

/** Decodes all terms at once, which is several times faster than term by term. */
function allTerms({ termUnits, termStarts }: Segment): string[] {
  let all = ''
  for (let start = 0; start < termUnits.length; start += 8192) {
    all += String.fromCharCode(...termUnits.subarray(start, start + 8192))
  }
  const terms: string[] = []
  for (let term = 0; term + 1 < termStarts.length; term += 1) {
    terms.push(all.slice(termStarts[term], termStarts[term + 1]))
  }
  return terms
}

/** Merges sorted lists recursively. */
function sortedUnion(lists: readonly string[][]): string[] {
  if (lists.length === 0) return []
  if (lists.length === 1) return lists[0]!
  const half = lists.length >>> 1
  const a = sortedUnion(lists.slice(0, half))
  const b = sortedUnion(lists.slice(half))
  const union: string[] = []
  let indexA = 0
  let indexB = 0
  while (indexA < a.length && indexB < b.length) {
    const termA = a[indexA]!
    const termB = b[indexB]!
    if (termA <= termB) indexA += 1
    if (termB <= termA) indexB += 1
    union.push(termA <= termB ? termA : termB)
  }
  for (; indexA < a.length; indexA += 1) union.push(a[indexA]!)
  for (; indexB < b.length; indexB += 1) union.push(b[indexB]!)
  return union
}

/** The position of each term in the union. */
function termPositions(union: readonly string[], terms: readonly string[]): Uint32Array {
  const termMap = new Uint32Array(terms.length)
  let at = 0
  for (const [term, text] of terms.entries()) {
    while (union[at] !== text) at += 1
    termMap[term] = at
  }
  return termMap
}

/** All segments of a process are built with the same word vectors, or all without. */
function meaningSizeOf(parts: readonly MergePart[]): number {
  const segment = parts.map((part) => part.segment).find(({ docCount }) => docCount > 0)
  return segment === undefined ? 0 : segment.meanings.length / segment.docCount
}

function copyMeanings(
  { meanings, docCount }: Segment,
  target: { into: Int8Array; docMap: Uint32Array },
): void {
  if (meanings.length === 0) return
  const size = meanings.length / docCount
  for (const [doc, to] of target.docMap.entries()) {
    if (to !== REMOVED) target.into.set(meanings.subarray(doc * size, (doc + 1) * size), to * size)
  }
}

function countPostings(
  segment: Segment,
  target: { into: Uint32Array; termMap: Uint32Array; docMap: Uint32Array },
): void {
  for (let term = 0; term < target.termMap.length; term += 1) {
    let count = 0
    for (let at = segment.postingStarts[term]!; at < segment.postingStarts[term + 1]!; at += 1) {
      if (target.docMap[segment.postings[at]! >>> FIELD_BITS] !== REMOVED) count += 1
    }
    target.into[target.termMap[term]!]! += count
  }
}

/** Writes the posting starts of used terms; returns the next free position by union term. */
function startPostings(merged: Segment, counts: Uint32Array): Uint32Array {
  const next = new Uint32Array(counts.length)
  let used = 0
  let at = 0
  for (let term = 0; term < counts.length; term += 1) {
    next[term] = at
    at += counts[term]!
    if (counts[term]! > 0) {
      used += 1
      merged.postingStarts[used] = at
    }
  }
  return next
}

function copyPostings(
  segment: Segment,
  target: { merged: Segment; next: Uint32Array; termMap: Uint32Array; docMap: Uint32Array },
): void {
  const { merged, next, termMap, docMap } = target
  const fieldMask = (1 << FIELD_BITS) - 1
  for (let term = 0; term < termMap.length; term += 1) {
    let into = next[termMap[term]!]!
    for (let at = segment.postingStarts[term]!; at < segment.postingStarts[term + 1]!; at += 1) {
      const posting = segment.postings[at]!
      const doc = docMap[posting >>> FIELD_BITS]!
      if (doc === REMOVED) continue
      merged.postings[into] = (doc << FIELD_BITS) | (posting & fieldMask)
      merged.impacts[into] = segment.impacts[at]!
      into += 1
    }
    next[termMap[term]!] = into
  }
}
