import type { RevisionDigest, SkillId, UserId } from '../../base/ids.ts'
import type { SkillRouting } from '../routing/skill-routing.ts'
import type { Segment } from './segment.ts'

/** The data of an indexed skill besides its postings. */
export interface IndexedSkill {
  readonly id: SkillId
  /** Null for a skill of the organisation. */
  readonly owner: UserId | null
  readonly slug: string
  /** Of the indexed revision. */
  readonly digest: RevisionDigest
  readonly tags: readonly string[]
  readonly enabled: boolean
  /** Samples come after all other hits. */
  readonly isSample: boolean
  /** When the revision was published, in UTC days since the Unix epoch. */
  readonly publishedOn: number
  /** Its name keeps the rules of the open format. */
  readonly isValid: boolean
  /** Who wrote the revision by hand or brought it in; null where no person did. */
  readonly writtenBy: UserId | null
  /** Null for a revision that no model is offered. */
  readonly routing: SkillRouting | null
}

/** A segment in use, with its skills and removals. */
export interface LiveSegment {
  readonly segment: Segment
  /** By skill number of the segment; null for removed skills. */
  readonly skills: (IndexedSkill | null)[]
  /** Numbers of removed skills, in order of removal. */
  readonly removed: number[]
  /** Cached number of postings of removed skills by term; cleared by each removal. */
  readonly removedPostings: Map<number, number>
}

export function liveSegment(segment: Segment, skills: readonly IndexedSkill[]): LiveSegment {
  return { segment, skills: [...skills], removed: [], removedPostings: new Map() }
}

/** Removes a skill from its segment at once; the next merge drops its postings. */
export function removeFrom(live: LiveSegment, doc: number): void {
  if (live.skills[doc] === null) return
  live.skills[doc] = null
  live.removed.push(doc)
  live.removedPostings.clear()
}

/** Number of live skills in the segment. */
export function liveCount(live: LiveSegment): number {
  return live.skills.length - live.removed.length
}
