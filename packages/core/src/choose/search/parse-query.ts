import { IDEOGRAPH, kindOf } from '../text/characters.ts'
import { expandSymbols } from '../text/expand-symbols.ts'
import { type DetectedLanguage, detectLanguage } from '../text/languages/detect-language.ts'
import { isFunctionWord } from '../text/languages/function-words.ts'
import { tokenise } from '../text/tokenise.ts'
import { termOfWord } from './term-table.ts'

/** A word of the query and its term. */
export interface QueryTerm {
  readonly term: string
  readonly word: string
  /** How many words of the query it covers: two for a joined `next.js`. */
  readonly covers: number
}

export interface ParsedQuery {
  /** Distinct terms, in order of appearance. */
  readonly terms: readonly QueryTerm[]
  /** The unfinished last word, folded but not stemmed; null when every word is complete. */
  readonly prefix: string | null
  /** The language that the query's words of grammar and letters show; null when nothing shows one. */
  readonly language: DetectedLanguage
  /** The query as the slug of a skill would be written. */
  readonly slug: string
}

/** Maximum UTF-16 units that are read: a pasted log must not cost a second. */
const maxQueryLength = 20_000
/** Longer than any slug. */
const maxSlugLength = 200

/** Parses a query with the tokenisation of the index. */
export function parseQuery(
  text: string,
  { prefixLastWord }: { readonly prefixLastWord: boolean },
): ParsedQuery {
  const read = expandSymbols(text.slice(0, maxQueryLength))
  const terms = new Map<string, QueryTerm>()
  const words: { word: string; end: number; isJoined: boolean }[] = []
  tokenise(read, { joinSeparated: true }, (units, start, end, textEnd) => {
    const word = String.fromCharCode(...units.subarray(start, end))
    words.push({ word, end: textEnd, isJoined: words.at(-1)?.end === textEnd })
  })
  const unfinished = prefixLastWord ? words.find(({ end }) => end === read.length)?.word : undefined
  const prefix =
    unfinished !== undefined && unfinished.length >= minPrefixLength(unfinished) ? unfinished : null
  for (const { word, end, isJoined } of words) {
    if (prefix !== null && end === read.length) continue
    const term = termOfWord(word)
    if (term !== null && !terms.has(term)) terms.set(term, { term, word, covers: isJoined ? 2 : 1 })
  }
  const language = detectLanguage(read)
  const distinct = withoutGrammar([...terms.values()], language)
  return { terms: distinct, prefix, language, slug: slugLike(text) }
}

/** Without the words of the language's grammar, unless there are no others. */
function withoutGrammar(
  terms: readonly QueryTerm[],
  language: DetectedLanguage,
): readonly QueryTerm[] {
  if (language === null || language === 'english') return terms
  const kept = terms.filter(({ word }) => !isFunctionWord(language, word))
  return kept.length === 0 ? terms : kept
}

function slugLike(text: string): string {
  const words = text
    .slice(0, maxSlugLength)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return (words ?? []).join('-')
}

/** A single letter is the prefix of too many words; a single ideograph can be a word. */
function minPrefixLength(word: string): number {
  return kindOf(word.charCodeAt(0)) === IDEOGRAPH ? 1 : 2
}
