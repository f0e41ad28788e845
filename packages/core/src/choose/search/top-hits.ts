import type { QualityFactor } from '../../domain/skill-quality.ts'
import type { IndexedSkill, LiveSegment } from './live-segment.ts'

/** Keeps the top `limit` hits: by their order, then by slug, which is deterministic on every machine. */
export class TopHits {
  /** Best first. */
  readonly hits: RankedSkill[] = []
  /** Hits with a lower order are rejected; 0 always is. */
  minScore = Number.MIN_VALUE
  readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  offer(hit: RankedSkill): void {
    let low = 0
    let high = this.hits.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(this.hits[middle]!, hit)) low = middle + 1
      else high = middle
    }
    if (low >= this.limit) return
    this.hits.splice(low, 0, hit)
    if (this.hits.length > this.limit) this.hits.pop()
    if (this.hits.length === this.limit) this.minScore = this.hits[this.limit - 1]!.order
  }
}

export function isBefore(a: RankedSkill, b: RankedSkill): boolean {
  if (a.order !== b.order) return a.order > b.order
  if (a.skill.slug !== b.skill.slug) return a.skill.slug < b.skill.slug
  return a.skill.id < b.skill.id
}

export interface RankedSkill {
  readonly skill: IndexedSkill
  readonly score: number
  /** The part of the score that comes from what the skill means, not from its words. */
  readonly meaning: number
  /** Whether that part is what an embedding model says. */
  readonly isByModel?: boolean
  /** Of a short query, what comes before its score: see `rankHits`. 0 for a sentence. */
  readonly tier: number
  /** The part of the score that comes from the skill's quality. */
  readonly quality?: { readonly impact: number; readonly factors: readonly QualityFactor[] }
  /** What hits are sorted by, best first: see `rankHits`. */
  readonly order: number
  /** The segment of the hit. */
  readonly live: LiveSegment
  readonly doc: number
}
