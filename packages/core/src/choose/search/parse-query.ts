import { IDEOGRAPH, kindOf } from '../text/characters.ts'
import { tokenise } from '../text/tokenise.ts'
import { termOfWord } from './term-table.ts'

/** A word of the query and what it is looked up as. */
export interface QueryTerm {
  readonly term: string
  readonly word: string
}

export interface ParsedQuery {
  /** Each term once, in order of appearance. */
  readonly terms: readonly QueryTerm[]
  /** The unfinished last word, folded but not stemmed; null when every word is to be taken whole. */
  readonly prefix: string | null
}

/** Units of a query that are read; nobody types more, and a pasted log must not cost a second. */
const maxQueryLength = 20_000

/** The words of a query by the same rules as the words of a skill. */
export function parseQuery(text: string, prefixLastWord: boolean): ParsedQuery {
  const read = text.slice(0, maxQueryLength)
  const terms = new Map<string, QueryTerm>()
  const words: { word: string; end: number }[] = []
  tokenise(read, { joinSeparated: true }, (units, start, end, textEnd) => {
    words.push({ word: String.fromCharCode(...units.subarray(start, end)), end: textEnd })
  })
  const unfinished = prefixLastWord ? words.find(({ end }) => end === read.length)?.word : undefined
  const prefix =
    unfinished !== undefined && unfinished.length >= minPrefixLength(unfinished) ? unfinished : null
  for (const { word, end } of words) {
    if (prefix !== null && end === read.length) continue
    const term = termOfWord(word)
    if (term !== null && !terms.has(term)) terms.set(term, { term, word })
  }
  return { terms: [...terms.values()], prefix }
}

/** One letter begins too many words to say anything; one ideograph may be a whole word. */
function minPrefixLength(word: string): number {
  return kindOf(word.charCodeAt(0)) === IDEOGRAPH ? 1 : 2
}
