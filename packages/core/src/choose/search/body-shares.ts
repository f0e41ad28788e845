import { BODY_FIELD } from './fields.ts'
import type { LiveSegment } from './live-segment.ts'
import type { QueryPlan } from './query-plan.ts'
import { FIELD_BITS, findPosting, findTerm, SCORE_UNIT } from './segment.ts'
import type { RankedSkill } from './top-hits.ts'

const fieldMask = (1 << FIELD_BITS) - 1

/** How much of the scores of a query rests on bodies. Looks each term up once a segment. */
export class BodyShares {
  private readonly plan: QueryPlan
  private readonly numbers = new Map<LiveSegment, readonly number[]>()

  constructor(plan: QueryPlan) {
    this.plan = plan
  }

  /** From 0 to 1. */
  shareOf({ live, doc, score }: RankedSkill): number {
    const { segment } = live
    let inBody = 0
    for (const [index, term] of this.numbersIn(live).entries()) {
      const at = term < 0 ? -1 : findPosting(segment, term, doc)
      if (at < 0 || (segment.postings[at]! & fieldMask) !== BODY_FIELD) continue
      inBody += (this.plan.terms[index]!.weight / SCORE_UNIT) * segment.impacts[at]!
    }
    return inBody / score
  }

  private numbersIn(live: LiveSegment): readonly number[] {
    let numbers = this.numbers.get(live)
    if (numbers === undefined) {
      numbers = this.plan.terms.map(({ term }) => findTerm(live.segment, term))
      this.numbers.set(live, numbers)
    }
    return numbers
  }
}
