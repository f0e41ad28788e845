import type { LiveSegment } from './live-segment.ts'
import { liveCount } from './live-segment.ts'
import { FIELD_BITS, findPosting, findTerm } from './segment.ts'

/** BM25's inverse document frequency, always above 0. */
export function inverseFrequency(skills: number, skillsWithTerm: number): number {
  return Math.log(1 + (skills - skillsWithTerm + 0.5) / (skillsWithTerm + 0.5))
}

/** Number of live skills, over all segments. */
export function totalSkills(segments: readonly LiveSegment[]): number {
  let total = 0
  for (const live of segments) total += liveCount(live)
  return total
}

/** Number of live skills with the term, over all segments. */
export function skillsWith(segments: readonly LiveSegment[], term: string): number {
  let total = 0
  for (const live of segments) {
    const number = findTerm(live.segment, term)
    if (number >= 0) total += livePostings(live, number)
  }
  return total
}

/** Number of postings of a term with live skills. */
export function livePostings(live: LiveSegment, term: number): number {
  const { segment } = live
  const all = segment.postingStarts[term + 1]! - segment.postingStarts[term]!
  if (live.removed.length === 0) return all
  let removed = live.removedPostings.get(term)
  if (removed === undefined) {
    removed = countRemoved(live, term, all)
    live.removedPostings.set(term, removed)
  }
  return all - removed
}

/** Iterates over the smaller set: the removed skills, or the postings of the term. */
function countRemoved(live: LiveSegment, term: number, postings: number): number {
  const { segment, removed, skills } = live
  let count = 0
  if (removed.length * Math.log2(postings + 1) < postings) {
    for (const doc of removed) if (findPosting(segment, term, doc) >= 0) count += 1
    return count
  }
  for (let at = segment.postingStarts[term]!; at < segment.postingStarts[term + 1]!; at += 1) {
    if (skills[segment.postings[at]! >>> FIELD_BITS] === null) count += 1
  }
  return count
}
