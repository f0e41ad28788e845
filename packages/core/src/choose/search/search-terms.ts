import { tokenise } from '../text/tokenise.ts'
import { termOfWord } from './term-table.ts'

/** The terms of a text as the index sees them, in order, repetitions included, stop words left out. */
export function searchTerms(text: string): string[] {
  const terms: string[] = []
  tokenise(text, { joinSeparated: true }, (units, start, end) => {
    const term = termOfWord(String.fromCharCode(...units.subarray(start, end)))
    if (term !== null) terms.push(term)
  })
  return terms
}
