import type { SynonymGroup } from '../../domain/synonyms.ts'
import type { WordVectors } from '../../ports/word-vectors.ts'
import { meaningOf } from '../meaning/text-meaning.ts'
import { countTerms } from './count-terms.ts'
import { type CountedTerm, fixSpelling } from './fix-spelling.ts'
import { inverseFrequency, livePostings, skillsWith, totalSkills } from './frequency.ts'
import type { LiveSegment } from './live-segment.ts'
import type { ParsedQuery, QueryTerm } from './parse-query.ts'
import { type QuerySynonym, querySynonyms } from './query-synonyms.ts'
import { prefixRange, termText } from './segment.ts'
import type { PlannedSynonym } from './synonym-matches.ts'
import { termOfWord } from './term-table.ts'
import type { WeightedTerm } from './weighted-term.ts'
import { completionTerms } from './word-completions.ts'

export interface QueryPlan {
  /** Scores of the terms add up. */
  readonly terms: readonly WeightedTerm[]
  /** Completions of the unfinished last word; only the best one counts for a skill. */
  readonly completions: readonly WeightedTerm[]
  /** Single letters: they add to the score of skills that something else found. */
  readonly letters: readonly WeightedTerm[]
  /** Words for which the organisation has others. A skill gets what the best of all counts. */
  readonly synonyms: readonly PlannedSynonym[]
  /** The weight of all words together, also of those that no skill has: see `coverageOf`. */
  readonly totalWeight: number
  /** One to three words: somebody looks for a name, a tag or a tool, not for what a sentence is about. */
  readonly isShort: boolean
  /** All words that mean something, those that fewest skills have first. */
  readonly byRarity: readonly QueryTerm[]
  /** What a sentence means; null for a short query, and without word vectors. */
  readonly meaning: Int8Array | null
  /** As in ParsedQuery. */
  readonly slug: string
}

/** More words are a sentence. */
const maxShortWords = 3

export const MAX_QUERY_TERMS = 32
const maxCompletions = 64

interface PlanOptions {
  readonly vectors?: WordVectors | null
  /** Those of the organisation. */
  readonly synonyms?: readonly SynonymGroup[]
}

/**
 * Weighs the terms over all skills the viewer may see. Of a long query, keeps the rarest terms.
 */
export function planQuery(
  segments: readonly LiveSegment[],
  query: ParsedQuery,
  { vectors = null, synonyms = [] }: PlanOptions = {},
): QueryPlan {
  const total = totalSkills(segments)
  const completions = query.prefix === null ? [] : completionsOf(segments, query.prefix, total)
  const unfinished =
    query.prefix === null || completions.length > 0 ? [] : [wholeWord(query.prefix)]
  const counted = countTerms(segments, [...query.terms, ...unfinished], query.language)
  const found = querySynonyms(segments, query, synonyms)
  const hasSynonym = (word: string) => found.some(({ words }) => words.has(word))
  const corrected = fixSpelling(segments, counted, vectors)
  const weighted: WeightedTerm[] = []
  let unknownWeight = 0
  for (const [at, { covers, term, word, count }] of counted.entries()) {
    const weight = inverseFrequency(total, count)
    const correction = hasSynonym(word) ? undefined : corrected.get(at)
    if (correction !== undefined) weighted.push(correction.term)
    if (count > 0) weighted.push({ term, word, covers, weight })
    else if (correction !== undefined) unknownWeight += correction.doubt
    // A joined `next.js` that nobody writes is no word that is missing.
    else if (covers === 1 && !isLetter(term) && !hasSynonym(word)) unknownWeight += weight
  }
  const wholePrefix = completions.filter(({ term, word }) => term === termOfWord(word))
  const planned = found.map((synonym) =>
    planSynonym(synonym, counted, [...weighted, ...wholePrefix]),
  )
  for (const { weight, own } of planned) unknownWeight += weight - sumOf(own)
  const meant = counted.map(({ term }, at) => corrected.get(at)?.term.term ?? term)
  const isShort = isShortQuery(query)
  const kept = rarestTerms(weighted)
  const words = kept.filter(({ term }) => !isLetter(term))
  const onlyLetters = words.length === 0 && completions.length === 0
  return {
    terms: onlyLetters ? kept : words,
    totalWeight: words.reduce((sum, { weight }) => sum + weight, unknownWeight),
    ...{ completions, letters: onlyLetters ? [] : kept.filter(({ term }) => isLetter(term)) },
    synonyms: planned,
    isShort,
    byRarity: [...counted].sort((a, b) => a.count - b.count),
    meaning: isShort || vectors === null ? null : meaningOf(meant, vectors),
    slug: query.slug,
  }
}

/** It weighs what its own words do, unless one of them is in no skill: then at least what its heaviest synonym does. */
function planSynonym(
  synonym: QuerySynonym,
  counted: readonly CountedTerm[],
  weighted: readonly WeightedTerm[],
): PlannedSynonym {
  const own = weighted.filter(({ word, covers }) => covers === 1 && synonym.words.has(word))
  const isUnknown = counted.some(({ word, count }) => synonym.words.has(word) && count === 0)
  const others = isUnknown ? synonym.alternatives.map(({ terms }) => sumOf(terms)) : []
  return { ...synonym, own, weight: Math.max(sumOf(own), ...others) }
}

function sumOf(terms: readonly WeightedTerm[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0)
}

function wholeWord(word: string): QueryTerm {
  return { term: termOfWord(word) ?? word, word, covers: 1 }
}

/** One to three words, or none at all. */
export function isShortQuery({ terms, prefix }: ParsedQuery): boolean {
  const words = terms.filter(({ covers }) => covers === 1).length + (prefix === null ? 0 : 1)
  return words <= maxShortWords
}

function isLetter(term: string): boolean {
  return /^[a-z0-9]$/.test(term)
}

function rarestTerms(terms: readonly WeightedTerm[]): readonly WeightedTerm[] {
  if (terms.length <= MAX_QUERY_TERMS) return terms
  const kept = new Set([...terms].sort((a, b) => b.weight - a.weight).slice(0, MAX_QUERY_TERMS))
  return terms.filter((term) => kept.has(term))
}

/** The prefix as a word, then its most common completions, all with the same weight. */
function completionsOf(
  segments: readonly LiveSegment[],
  prefix: string,
  total: number,
): readonly WeightedTerm[] {
  const whole = termOfWord(prefix) ?? prefix
  const counts = countsWithPrefix(segments, prefix)
  for (const term of completionTerms(prefix)) {
    const count = skillsWith(segments, term)
    if (count > 0) counts.set(term, count)
  }
  const wholeCount = counts.get(whole) ?? skillsWith(segments, whole)
  counts.delete(whole)
  const commonest = [...counts]
    .sort(([termA, a], [termB, b]) => b - a || (termA < termB ? -1 : 1))
    .slice(0, maxCompletions)
  const groupWeight = inverseFrequency(total, Math.max(wholeCount, commonest[0]?.[1] ?? 0))
  const completions = commonest.map(([term]) => ({
    term,
    word: prefix,
    covers: 1,
    weight: groupWeight,
  }))
  if (wholeCount === 0) return completions
  return [
    { term: whole, word: prefix, covers: 1, weight: inverseFrequency(total, wholeCount) },
    ...completions,
  ]
}

function countsWithPrefix(segments: readonly LiveSegment[], prefix: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const live of segments) {
    const { start, end } = prefixRange(live.segment, prefix)
    for (let number = start; number < end; number += 1) {
      const count = livePostings(live, number)
      if (count === 0) continue
      const term = termText(live.segment, number)
      counts.set(term, (counts.get(term) ?? 0) + count)
    }
  }
  return counts
}
