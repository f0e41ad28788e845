import type { Language } from '../text/languages/function-words.ts'
import { compoundHead, stemIn } from '../text/languages/stem-in.ts'
import type { CountedTerm } from './fix-spelling.ts'
import { skillsWith } from './frequency.ts'
import type { LiveSegment } from './live-segment.ts'
import { prefixRange, termText } from './segment.ts'

/** Shorter parts are endings and chance. */
const minPart = 4
const minCompound = 9
/** Enough to stand for a whole compound. */
const minTelling = 5
/** What may stand between two parts. */
const links = ['', 's', 'es', 'n', 'en', 'e']
const maxLink = 2
/** Bounds for pasted texts, and for beginnings that much begins with. */
const maxWords = 8
const maxBegun = 200
const maxFound = 4

/**
 * Adds to a German query the parts of its compounds (`Rechnungsprüfung` is `Rechnung` and `Prüfung`), and the compounds
 * of its words, both only as far as skills have them. Of other languages nothing is added.
 */
export function addCompounds(
  segments: readonly LiveSegment[],
  terms: readonly CountedTerm[],
  language: Language,
): readonly CountedTerm[] {
  if (language !== 'german') return terms
  const words = terms.filter(({ word }) => /^[a-z]{4,}$/.test(word)).slice(0, maxWords)
  return [
    ...terms,
    ...words.flatMap((term) => partsOf(segments, term)),
    ...words.flatMap((head) => compoundsOf(segments, head, words)),
  ]
}

/**
 * The two parts of the split whose rarer part most skills have. When no split has two known parts, the longest known end
 * of a compound that no skill has: what a `Kontaktformular` is, is a `Formular`.
 */
function partsOf(
  segments: readonly LiveSegment[],
  { word, covers, count: known }: CountedTerm,
): readonly CountedTerm[] {
  let best: readonly CountedTerm[] = []
  let bestCount = 0
  let end: readonly CountedTerm[] = []
  if (word.length < minCompound) return best
  const counted = (part: string): CountedTerm => {
    const term = stemIn('german', part)
    return { term, word, covers, count: skillsWith(segments, term) }
  }
  for (let at = minPart; at <= word.length - minPart; at += 1) {
    const tail = counted(word.slice(at))
    if (end.length === 0 && tail.count > 0 && word.length - at >= minTelling) end = [tail]
    if (tail.count <= bestCount) continue
    for (const link of links) {
      const head = word.slice(0, at)
      if (!head.endsWith(link) || at - link.length < minPart) continue
      const parts = [counted(head.slice(0, at - link.length)), tail]
      const count = Math.min(parts[0]!.count, tail.count)
      if (count > bestCount) [best, bestCount] = [parts, count]
    }
  }
  return best.length > 0 || known > 0 ? best : end
}

/** Terms of the index that are the head and another word of the query in one. */
function compoundsOf(
  segments: readonly LiveSegment[],
  head: CountedTerm,
  words: readonly CountedTerm[],
): readonly CountedTerm[] {
  const begin = compoundHead(head.word)
  if (begin.length < minPart) return []
  const found = new Set<string>()
  for (const { segment } of segments) {
    const { start, end } = prefixRange(segment, begin)
    for (let number = start; number < Math.min(end, start + maxBegun); number += 1) {
      const term = termText(segment, number)
      if (isCompound(term, { begin, head, words })) found.add(term)
    }
  }
  return [...found]
    .sort()
    .slice(0, maxFound)
    .map((term) => ({ term, word: head.word, covers: 1, count: skillsWith(segments, term) }))
}

/** With another word of the query, or with any when no skill has the head alone. */
function isCompound(
  term: string,
  of: {
    readonly begin: string
    readonly head: CountedTerm
    readonly words: readonly CountedTerm[]
  },
): boolean {
  const { begin, head, words } = of
  if (head.count === 0 && begin.length >= minTelling && term.length >= begin.length + minPart)
    return true
  return words.some((tail) => tail !== head && isJoined(term, begin, tail.term))
}

function isJoined(term: string, begin: string, tail: string): boolean {
  const link = term.length - begin.length - tail.length
  return tail.length >= minPart && link >= 0 && link <= maxLink && term.endsWith(tail)
}
