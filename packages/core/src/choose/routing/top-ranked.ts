import { comesBefore, type RoutableSkill } from './routable-skill.ts'

/** A skill with what it came to in this turn. */
export interface RankedCandidate {
  readonly skill: RoutableSkill
  readonly score: number
  readonly searchScore: number
}

/** Keeps the best of what it is offered: by score, then as search has them, then as the skills' order is. */
export class TopRanked {
  /** Best first. */
  readonly best: RankedCandidate[] = []
  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  /** Nothing of a lower score gets in any more. */
  minScore = Number.NEGATIVE_INFINITY

  /** False when it is not among the best: what comes after it in every way is not either. */
  offer(skill: RoutableSkill, score: number, searchScore: number): boolean {
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

  /** Most come in order. */
  private insertionIndex(skill: RoutableSkill, score: number, searchScore: number): number {
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

/** Called for every skill a message names: plain arguments, so that nothing is made for those that fall out. */
function isBetter(
  skill: RoutableSkill,
  score: number,
  searchScore: number,
  other: RankedCandidate,
): boolean {
  if (score !== other.score) return score > other.score
  if (searchScore !== other.searchScore) return searchScore > other.searchScore
  return comesBefore(skill, other.skill)
}
