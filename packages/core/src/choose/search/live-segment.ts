import type { SkillId, UserId } from '../../base/ids.ts'
import type { Segment } from './segment.ts'

/** What the index keeps of a skill besides its postings. */
export interface IndexedSkill {
  readonly id: SkillId
  /** Null when it is the organisation's. */
  readonly owner: UserId | null
  readonly slug: string
  readonly tags: readonly string[]
  readonly enabled: boolean
}

/** A segment in use: which skill each number is, and which of them are gone. */
export interface LiveSegment {
  readonly segment: Segment
  /** By the segment's skill numbers; null once removed. */
  readonly skills: (IndexedSkill | null)[]
  /** Numbers of removed skills, in order of removal. */
  readonly removed: number[]
  /** Postings of removed skills by term, as far as asked since the last removal. */
  readonly removedPostings: Map<number, number>
}

export function liveSegment(segment: Segment, skills: readonly IndexedSkill[]): LiveSegment {
  return { segment, skills: [...skills], removed: [], removedPostings: new Map() }
}

/** Takes a skill out of its segment at once; its postings go at the next merge. */
export function removeFrom(live: LiveSegment, doc: number): void {
  if (live.skills[doc] === null) return
  live.skills[doc] = null
  live.removed.push(doc)
  live.removedPostings.clear()
}

/** Skills of the segment that are still there. */
export function liveCount(live: LiveSegment): number {
  return live.skills.length - live.removed.length
}
