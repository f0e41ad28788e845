import { comesBefore, type RoutingSkill } from './routing-skill.ts'

/** A skill with its scores in this turn. */
export interface RankedCandidate {
  readonly skill: RoutingSkill
  readonly score: number
  readonly searchScore: number
}

/**
 * Keeps the top skills by score. Of equal scores above 0 the priority decides, then the search score; of skills
 * without points the search score, then the priority; at last the slug.
 */
export class TopRanked {
  /** Best first. */
  readonly best: RankedCandidate[] = []
  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  /** Candidates with a lower score are rejected. */
  minScore = Number.NEGATIVE_INFINITY

  /** False when the candidate is rejected; candidates after it in every order are rejected, too. */
  offer(skill: RoutingSkill, score: number, searchScore: number): boolean {
    const { best, limit } = this
    if (best.length === limit && !isBetter(skill, score, searchScore, best[limit - 1]!))
      return false
    const index = this.insertionIndex(skill, score, searchScore)
    if (best.length === limit) best.pop()
    best.push({ skill, score, searchScore })
    if (index < best.length - 1) best.splice(index, 0, best.pop()!)
    if (best.length === limit) this.minScore = best[limit - 1]!.score
    return true
  }

  /** Fast path for candidates that arrive in order. */
  private insertionIndex(skill: RoutingSkill, score: number, searchScore: number): number {
    const { best } = this
    const last = best.at(-1)
    if (!last || !isBetter(skill, score, searchScore, last)) return best.length
    let low = 0
    let high = best.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBetter(skill, score, searchScore, best[middle]!)) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** Called for every hinted skill; plain arguments avoid allocations for rejected candidates. */
function isBetter(
  skill: RoutingSkill,
  score: number,
  searchScore: number,
  other: RankedCandidate,
): boolean {
  if (score !== other.score) return score > other.score
  if (score > 0 && skill.priority !== other.skill.priority)
    return skill.priority < other.skill.priority
  if (searchScore !== other.searchScore) return searchScore > other.searchScore
  return comesBefore(skill, other.skill)
}
