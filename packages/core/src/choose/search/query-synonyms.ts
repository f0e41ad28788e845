import type { SynonymGroup } from '../../domain/synonyms.ts'
import { inverseFrequency, skillsWith, totalSkills } from './frequency.ts'
import type { LiveSegment } from './live-segment.ts'
import { type ParsedQuery, parseQuery, type QueryTerm } from './parse-query.ts'
import { termOfWord } from './term-table.ts'
import type { WeightedTerm } from './weighted-term.ts'

/** A word or phrase of the query for which the organisation has others. */
export interface QuerySynonym {
  /** As the organisation wrote it. */
  readonly phrase: string
  /** The words of the query that it covers. */
  readonly words: ReadonlySet<string>
  /** Those that skills have; all terms of one have to be in a skill. */
  readonly alternatives: readonly SynonymAlternative[]
}

export interface SynonymAlternative {
  readonly phrase: string
  /** The rarest first. */
  readonly terms: readonly WeightedTerm[]
}

interface Phrase {
  readonly text: string
  readonly terms: readonly string[]
  readonly group: readonly Phrase[]
}

type PhrasesByFirstTerm = ReadonlyMap<string, readonly Phrase[]>

/** What a synonym counts: less than the word itself. */
const synonymWeight = 0.9
/** A pasted text must not cost a look at each group. */
const maxFound = 8

const read = new WeakMap<readonly SynonymGroup[], PhrasesByFirstTerm>()

/** The synonyms of the words of a query, by the order of its words, of phrases with the same first word the longest. */
export function querySynonyms(
  segments: readonly LiveSegment[],
  query: ParsedQuery,
  groups: readonly SynonymGroup[],
): readonly QuerySynonym[] {
  if (groups.length === 0) return []
  const phrases = phrasesOf(groups)
  const terms = singleTerms(query)
  const found: QuerySynonym[] = []
  for (let at = 0; at < terms.length && found.length < maxFound; at += 1) {
    const phrase = phrases.get(terms[at]!.term)?.find((one) => isAt(terms, at, one.terms))
    if (phrase === undefined) continue
    const covered = terms.slice(at, at + phrase.terms.length)
    const alternatives = alternativesOf(segments, phrase)
    if (alternatives.length === 0) continue
    const words = new Set(covered.map(({ word }) => word))
    found.push({ phrase: phrase.text, words, alternatives })
    at += covered.length - 1
  }
  return found
}

/** The words of the query, the unfinished last one as if it were complete. */
function singleTerms({ terms, prefix }: ParsedQuery): readonly QueryTerm[] {
  const single = terms.filter(({ covers }) => covers === 1)
  const last = prefix === null ? null : termOfWord(prefix)
  return last === null ? single : [...single, { term: last, word: prefix!, covers: 1 }]
}

function isAt(terms: readonly QueryTerm[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((term, index) => terms[at + index]?.term === term)
}

function phrasesOf(groups: readonly SynonymGroup[]): PhrasesByFirstTerm {
  const known = read.get(groups)
  if (known) return known
  const byFirst = new Map<string, Phrase[]>()
  for (const phrase of groups.flatMap(readGroup)) {
    const [first = ''] = phrase.terms
    byFirst.set(first, [...(byFirst.get(first) ?? []), phrase])
  }
  for (const phrases of byFirst.values())
    phrases.sort((one, other) => other.terms.length - one.terms.length)
  read.set(groups, byFirst)
  return byFirst
}

/** Phrases of nothing but words without a meaning of their own are left out. */
function readGroup(texts: SynonymGroup): readonly Phrase[] {
  const group: Phrase[] = []
  for (const text of texts) {
    const { terms } = parseQuery(text, { prefixLastWord: false })
    const single = terms.filter(({ covers }) => covers === 1).map(({ term }) => term)
    if (single.length > 0) group.push({ text, terms: single, group })
  }
  return group
}

function alternativesOf(
  segments: readonly LiveSegment[],
  phrase: Phrase,
): readonly SynonymAlternative[] {
  const total = totalSkills(segments)
  const own = phrase.terms.join(' ')
  return phrase.group
    .filter(({ terms }) => terms.join(' ') !== own)
    .map(({ text, terms }) => ({
      phrase: text,
      counts: terms.map((term) => ({ term, count: skillsWith(segments, term) })),
    }))
    .filter(({ counts }) => counts.every(({ count }) => count > 0))
    .map(({ phrase, counts }) => ({
      phrase,
      terms: counts
        .sort((one, other) => one.count - other.count)
        .map(({ term, count }) => {
          const weight = synonymWeight * inverseFrequency(total, count)
          return { term, word: phrase, covers: 1, weight }
        }),
    }))
}
