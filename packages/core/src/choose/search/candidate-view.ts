import type { SearchableSkill } from '../../ports/skills.ts'
import { RoutingIndex } from '../routing/routing-index.ts'
import { type LiveSegment, liveSegment, removeFrom } from './live-segment.ts'
import type { Segment } from './segment.ts'
import { toIndexedSkill, updateRouting, type View } from './tenant-segments.ts'

/** The only text of an index that no store has: a revision of the organisation that waits for a review. */
export interface CandidateIndex {
  readonly candidate: SearchableSkill
  /** Null for an unranked skill. */
  readonly segment: Segment | null
  readonly routing: RoutingIndex
}

export function candidateIndex(
  candidate: SearchableSkill,
  segment: Segment | null,
): CandidateIndex {
  const { skill } = candidate
  const routing = new RoutingIndex()
  updateRouting(routing, toIndexedSkill(skill))
  return { candidate, segment, routing }
}

/** The view with the candidate in place of the skill with its id. Pure: the index behind the view stays as it is. */
export function viewWithCandidate(
  view: View,
  { candidate: { skill }, segment, routing }: CandidateIndex,
): View {
  const segments = view.segments.map((live) => {
    const doc = live.skills.findIndex((indexed) => indexed?.id === skill.id)
    if (doc === -1) return live
    const { segment, skills, removed } = live
    const copies = { skills: [...skills], removed: [...removed] }
    const copy: LiveSegment = { segment, ...copies, removedPostings: new Map() }
    removeFrom(copy, doc)
    return copy
  })
  const added = segment === null ? [] : [liveSegment(segment, [toIndexedSkill(skill)])]
  return {
    ...view,
    segments: [...segments, ...added],
    routing: { ...view.routing, candidate: { index: routing, slug: skill.slug } },
  }
}
