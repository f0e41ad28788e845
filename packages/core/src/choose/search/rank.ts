import { slugInQueries } from '../../domain/sample.ts'
import { compareByModel, compareByWords, type QueryVector } from './compare-hits.ts'
import { estimateMinScore } from './estimate-min-score.ts'
import type { IndexedSkill, LiveSegment } from './live-segment.ts'
import { classOf, matchOf, mayBeNamed } from './matched-words.ts'
import type { ParsedQuery } from './parse-query.ts'
import type { QualityOf } from './quality-reader.ts'
import type { QueryPlan } from './query-plan.ts'
import { FIELD_BITS, findTerm, SCORE_UNIT } from './segment.ts'
import { skillsWithSynonym } from './synonym-matches.ts'
import { isBefore, type RankedSkill, TopHits } from './top-hits.ts'
import type { WeightedTerm } from './weighted-term.ts'

export interface RankOptions {
  readonly limit: number
  readonly accept: (skill: IndexedSkill) => boolean
  /** Of an embedding model; null where there is none, or none in time. */
  readonly embedding?: QueryVector | null
  /** Without it, quality counts nothing. */
  readonly quality?: QualityOf | null
}

/** Less than the quotient of any two orders: every other hit comes before the samples. */
const sampleFactor = 2 ** -60
/** Above every class of a match. */
const namedClass = 256
/** What a sentence that is the name of a skill counts more for it. */
const namedFactor = 2

/** How many hits are compared by what they mean, and by their quality. Fixed, so that a limit changes no order. */
const comparedHits = 200
/** What a skill that means the same gets, as share of the best score. */
const meaningShare = 0.45
/** What the best quality adds to a score, as share of it: it decides between skills that fit alike, and no more. */
const qualityShare = 0.05

/** Scores and matches by skill number. Reused and zeroed after each search; searches never interleave. */
let scores = new Float64Array(1024)
let completionScores = new Float64Array(1024)
let matches = new Uint8Array(1024)
let completionMatches = new Uint8Array(1024)

/**
 * The top accepted skills, best first, and samples after all others; ties by slug, then id. The score is BM25F: scores
 * add up in the order of the plan, so a score does not depend on the distribution of skills over segments. A short query
 * is ordered by {@link classOf} before the score, the skill that it names first, sample or not. A sentence is ordered by
 * the score, to which the best hits add what they have in common with its meaning. Last, quality raises the scores a little,
 * never over a better match of a short query.
 */
export function rankHits(
  segments: readonly LiveSegment[],
  plan: QueryPlan,
  options: RankOptions,
): readonly RankedSkill[] {
  if (options.limit < 1) return []
  const embedding = plan.isShort ? null : (options.embedding ?? null)
  const { quality = null } = options
  const isCompared = plan.meaning !== null || embedding !== null || quality !== null
  const top = new TopHits(isCompared ? comparedHits : options.limit)
  for (const live of segments) {
    const size = live.segment.docCount
    reserve(size)
    for (const term of plan.terms) addTerm(live, term)
    if (plan.isShort) for (const term of plan.terms) addMatches(live, term)
    if (plan.completions.length > 0) addBestCompletion(live, plan)
    addSynonyms(live, plan)
    for (const letter of plan.letters) addLetter(live, letter)
    if (plan.isShort) collectShort(live, plan, { top, options })
    else collect(live, plan, { top, options })
    scores.fill(0, 0, size)
    if (plan.isShort) matches.fill(0, 0, size)
  }
  const hits = addMeaning(top.hits, plan, embedding)
  return addQuality(hits, plan, quality).slice(0, options.limit)
}

function reserve(size: number): void {
  if (scores.length >= size) return
  scores = new Float64Array(size)
  completionScores = new Float64Array(size)
  matches = new Uint8Array(size)
  completionMatches = new Uint8Array(size)
}

function addTerm(live: LiveSegment, term: WeightedTerm): void {
  const { segment } = live
  const number = findTerm(segment, term.term)
  if (number < 0) return
  const { postings, impacts } = segment
  const end = segment.postingStarts[number + 1]!
  const weight = term.weight / SCORE_UNIT
  const into = scores
  for (let at = segment.postingStarts[number]!; at < end; at += 1) {
    into[postings[at]! >>> FIELD_BITS]! += weight * impacts[at]!
  }
}

function addMatches({ segment }: LiveSegment, { term, covers }: WeightedTerm): void {
  const number = findTerm(segment, term)
  if (number < 0) return
  const end = segment.postingStarts[number + 1]!
  for (let at = segment.postingStarts[number]!; at < end; at += 1) {
    const posting = segment.postings[at]!
    matches[posting >>> FIELD_BITS]! += matchOf(posting, covers)
  }
}

function addLetter({ segment }: LiveSegment, letter: WeightedTerm): void {
  const number = findTerm(segment, letter.term)
  if (number < 0) return
  const end = segment.postingStarts[number + 1]!
  const weight = letter.weight / SCORE_UNIT
  for (let at = segment.postingStarts[number]!; at < end; at += 1) {
    const doc = segment.postings[at]! >>> FIELD_BITS
    if (scores[doc]! > 0) scores[doc]! += weight * segment.impacts[at]!
  }
}

function addSynonyms({ segment }: LiveSegment, { synonyms, isShort }: QueryPlan): void {
  for (const synonym of synonyms) {
    for (const [doc, { score, match }] of skillsWithSynonym(segment, synonym)) {
      scores[doc]! += score
      if (isShort) matches[doc]! += match
    }
  }
}

function addBestCompletion(live: LiveSegment, { completions, isShort }: QueryPlan): void {
  const { segment } = live
  const size = segment.docCount
  for (const completion of completions) {
    const number = findTerm(segment, completion.term)
    if (number < 0) continue
    const end = segment.postingStarts[number + 1]!
    const weight = completion.weight / SCORE_UNIT
    for (let at = segment.postingStarts[number]!; at < end; at += 1) {
      const posting = segment.postings[at]!
      const doc = posting >>> FIELD_BITS
      const score = weight * segment.impacts[at]!
      if (score > completionScores[doc]!) completionScores[doc] = score
      if (!isShort) continue
      const match = matchOf(posting, 1)
      if (match > completionMatches[doc]!) completionMatches[doc] = match
    }
  }
  for (let doc = 0; doc < size; doc += 1) scores[doc]! += completionScores[doc]!
  completionScores.fill(0, 0, size)
  if (!isShort) return
  for (let doc = 0; doc < size; doc += 1) matches[doc]! += completionMatches[doc]!
  completionMatches.fill(0, 0, size)
}

interface Collecting {
  readonly top: TopHits
  readonly options: RankOptions
}

/** Begins where the top likely is: most skills are then never looked at. */
function collect(live: LiveSegment, plan: QueryPlan, { top, options }: Collecting): void {
  const size = live.segment.docCount
  const offerFrom = (min: number, end: number) => {
    const least = () => Math.max(min, top.minScore)
    for (let doc = nextCandidate(0, size, least()); doc < size; ) {
      const skill = live.skills[doc]
      const score = scores[doc]!
      if (score < end && skill && options.accept(skill))
        top.offer(ranked({ skill, score, meaning: 0, tier: 0, live, doc }, plan))
      doc = nextCandidate(doc + 1, size, least())
    }
  }
  const likely = estimateMinScore(scores, size, top.limit)
  offerFrom(likely, Number.POSITIVE_INFINITY)
  if (likely > top.minScore) offerFrom(0, likely)
}

/** With what it is sorted by. */
function ranked(hit: Omit<RankedSkill, 'order'>, { isShort, slug }: QueryPlan): RankedSkill {
  const { skill, score, tier } = hit
  const isNamed = isShort ? tier >= namedClass : slugInQueries(skill) === slug
  const plain = isShort ? tier + score / (1 + score) : isNamed ? score * namedFactor : score
  const isLast = skill.isSample && !(isShort && isNamed)
  return { ...hit, order: isLast ? plain * sampleFactor : plain }
}

/** Adds to the scores what the skills have in common with the meaning of the query, and sorts again. */
function addMeaning(
  hits: readonly RankedSkill[],
  plan: QueryPlan,
  embedding: QueryVector | null,
): readonly RankedSkill[] {
  const byModel = embedding && compareByModel(hits, embedding)
  const similar = byModel ?? (plan.meaning && compareByWords(hits, plan.meaning))
  if (similar === null) return hits
  const best = hits.reduce((max, { score }) => Math.max(max, score), 0)
  return hits
    .map((hit, at): RankedSkill => {
      const meaning = meaningShare * best * similar[at]!
      const score = hit.score + meaning
      return ranked({ ...hit, score, meaning, isByModel: byModel !== null }, plan)
    })
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))
}

/** Raises the scores by what speaks for the skills besides their words, and sorts again. */
function addQuality(
  hits: readonly RankedSkill[],
  plan: QueryPlan,
  quality: QualityOf | null,
): readonly RankedSkill[] {
  if (quality === null) return hits
  return hits
    .map((hit): RankedSkill => {
      const { share, factors } = quality(hit.skill)
      const impact = qualityShare * share * hit.score
      if (impact === 0) return hit
      return ranked({ ...hit, score: hit.score + impact, quality: { impact, factors } }, plan)
    })
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))
}

/** The next skill with at least `minScore`. The hot loop: most skills are below. */
function nextCandidate(from: number, end: number, minScore: number): number {
  const read = scores
  let doc = from
  while (doc < end && read[doc]! < minScore) doc += 1
  return doc
}

function collectShort(live: LiveSegment, plan: QueryPlan, { top, options }: Collecting): void {
  const { slug, completions } = plan
  const named = { slug, isUnfinished: completions.length > 0 }
  for (let doc = 0; doc < live.segment.docCount; doc += 1) {
    const score = scores[doc]!
    if (score === 0) continue
    const match = matches[doc]!
    const matchClass = classOf(match)
    const isNameable = mayBeNamed(match)
    if (!isNameable && matchClass + score / (1 + score) < top.minScore) continue
    const skill = live.skills[doc]
    if (skill === null || skill === undefined) continue
    const nameRank = isNameable ? nameRankOf(slugInQueries(skill), named) : 0
    const tier = nameRank * namedClass + matchClass
    const hit = ranked({ skill, score, meaning: 0, tier, live, doc }, plan)
    if (hit.order >= top.minScore && options.accept(skill)) top.offer(hit)
  }
}

/** 2 for the name itself, 1 for its beginning, in whole words unless the last one is unfinished. */
function nameRankOf(
  slug: string,
  query: { readonly slug: ParsedQuery['slug']; readonly isUnfinished: boolean },
): number {
  if (!slug.startsWith(query.slug) || query.slug === '') return 0
  if (slug.length === query.slug.length) return 2
  return query.isUnfinished || slug[query.slug.length] === '-' ? 1 : 0
}
