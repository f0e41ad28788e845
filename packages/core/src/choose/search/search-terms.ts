import { expandSymbols } from '../text/expand-symbols.ts'
import { tokenise } from '../text/tokenise.ts'
import { termOfWord } from './term-table.ts'

/** The index terms of a text, in order, with duplicates and without stop words. */
export function searchTerms(text: string): string[] {
  const terms: string[] = []
  tokenise(expandSymbols(text), { joinSeparated: true }, (units, start, end) => {
    const term = termOfWord(String.fromCharCode(...units.subarray(start, end)))
    if (term !== null) terms.push(term)
  })
  return terms
}
