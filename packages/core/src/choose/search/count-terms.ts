import type { DetectedLanguage } from '../text/languages/detect-language.ts'
import { type Language, languages } from '../text/languages/function-words.ts'
import { foldSpelling, stemIn } from '../text/languages/stem-in.ts'
import { addCompounds } from './compounds.ts'
import type { CountedTerm } from './fix-spelling.ts'
import { skillsWith } from './frequency.ts'
import type { LiveSegment } from './live-segment.ts'
import type { QueryTerm } from './parse-query.ts'
import { languageMark } from './term-table.ts'

/** A shorter word has a stem in common with too many others. */
const minUnknownLength = 5
/** A pasted text must not cost a look through all languages for each of its words. */
const maxUnknown = 8

/**
 * The terms of the query's words, as the index has them, with the number of skills that do. A word of a known language
 * is read by its rules, unless more skills have it by English ones. A word of an unknown language that no skill has is
 * read by the rules by which most skills have it, of the languages that the library has.
 */
export function countTerms(
  segments: readonly LiveSegment[],
  terms: readonly QueryTerm[],
  language: DetectedLanguage,
): readonly CountedTerm[] {
  const count = (term: string) => skillsWith(segments, term)
  const counted = terms.map((term) => ({ ...term, count: count(term.term) }))
  if (language === 'english') return counted
  if (language !== null) {
    const read = counted.map((term) => commonest(term, [stemIn(language, term.word)], count))
    return distinct(addCompounds(segments, read, language))
  }
  let unknown = 0
  let present: readonly Language[] | null = null
  return distinct(
    counted.map((term) => {
      const isKnown = term.count > 0 || term.word.length < minUnknownLength
      if (isKnown || unknown === maxUnknown) return term
      unknown += 1
      present ??= languages.filter((one) => count(languageMark(one)) > 0)
      return commonest(term, [foldSpelling(term.word), ...stemsOf(term.word, present)], count)
    }),
  )
}

function stemsOf(word: string, present: readonly Language[]): readonly string[] {
  const stems = present.map((language) => stemIn(language, word))
  return stems.filter((stem) => stem.length >= minUnknownLength - 1)
}

/** The term that most skills have, of equals the first, the given term last. */
function commonest(
  given: CountedTerm,
  others: readonly string[],
  count: (term: string) => number,
): CountedTerm {
  let best = given
  for (const term of new Set(others)) {
    const skills = count(term)
    const isBetter = best === given ? skills >= best.count : skills > best.count
    if (isBetter && skills > 0) best = { ...given, term, count: skills }
  }
  return best
}

/** Each term once, the first. */
function distinct(terms: readonly CountedTerm[]): readonly CountedTerm[] {
  const byTerm = new Map<string, CountedTerm>()
  for (const term of terms) if (!byTerm.has(term.term)) byTerm.set(term.term, term)
  return [...byTerm.values()]
}
