import type { IndexedSkill, LiveSegment } from './live-segment.ts'
import type { QueryPlan, WeightedTerm } from './query-plan.ts'
import { FIELD_BITS, findTerm, IMPACT_UNIT } from './segment.ts'
import { type RankedSkill, TopHits } from './top-hits.ts'

export interface RankOptions {
  readonly limit: number
  readonly accept: (skill: IndexedSkill) => boolean
}

/** Less than the quotient of any two scores: every other hit comes before the samples. */
const sampleFactor = 2 ** -60

/** Scores by skill number. Reused and zeroed after each search; searches never interleave. */
let scores = new Float64Array(1024)
let completionScores = new Float64Array(1024)

/**
 * The top accepted skills, best first, and samples after all others; ties by slug, then id. Scores add up in the order of the plan, so a score does not
 * depend on the distribution of skills over segments.
 */
export function rankHits(
  segments: readonly LiveSegment[],
  plan: QueryPlan,
  options: RankOptions,
): readonly RankedSkill[] {
  const top = new TopHits(options.limit)
  if (options.limit < 1) return []
  for (const live of segments) {
    const size = live.segment.docCount
    if (scores.length < size) {
      scores = new Float64Array(size)
      completionScores = new Float64Array(size)
    }
    for (const term of plan.terms) addTerm(live, term)
    if (plan.completions.length > 0) addBestCompletion(live, plan.completions)
    collect(live, top, options)
    scores.fill(0, 0, size)
  }
  return top.hits
}

function addTerm(live: LiveSegment, term: WeightedTerm): void {
  const { segment } = live
  const number = findTerm(segment, term.term)
  if (number < 0) return
  const { postings, impacts } = segment
  const end = segment.postingStarts[number + 1]!
  const weight = term.weight / IMPACT_UNIT
  const into = scores
  for (let at = segment.postingStarts[number]!; at < end; at += 1) {
    into[postings[at]! >>> FIELD_BITS]! += weight * impacts[at]!
  }
}

function addBestCompletion(live: LiveSegment, completions: readonly WeightedTerm[]): void {
  const { segment } = live
  const size = segment.docCount
  for (const completion of completions) {
    const number = findTerm(segment, completion.term)
    if (number < 0) continue
    const end = segment.postingStarts[number + 1]!
    const weight = completion.weight / IMPACT_UNIT
    for (let at = segment.postingStarts[number]!; at < end; at += 1) {
      const doc = segment.postings[at]! >>> FIELD_BITS
      const score = weight * segment.impacts[at]!
      if (score > completionScores[doc]!) completionScores[doc] = score
    }
  }
  for (let doc = 0; doc < size; doc += 1) scores[doc]! += completionScores[doc]!
  completionScores.fill(0, 0, size)
}

function collect(live: LiveSegment, top: TopHits, options: RankOptions): void {
  const size = live.segment.docCount
  for (
    let doc = nextCandidate(0, size, top.minScore);
    doc < size;
    doc = nextCandidate(doc + 1, size, top.minScore)
  ) {
    const skill = live.skills[doc]
    if (skill === null || skill === undefined || !options.accept(skill)) continue
    const order = skill.isSample ? scores[doc]! * sampleFactor : scores[doc]!
    top.offer({ skill, score: scores[doc]!, order, live, doc })
  }
}

/** The next skill with at least `minScore`. The hot loop: most skills are below. */
function nextCandidate(from: number, end: number, minScore: number): number {
  const read = scores
  let doc = from
  while (doc < end && read[doc]! < minScore) doc += 1
  return doc
}
