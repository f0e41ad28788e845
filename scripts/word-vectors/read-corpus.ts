import { searchTerms } from '@repertoire/core/choose'

/** Paragraphs as numbers of words, and how often each word occurs. */
export interface Corpus {
  readonly words: readonly string[]
  readonly occurrences: readonly number[]
  readonly paragraphs: readonly Uint32Array[]
}

const minOccurrences = 25
const maxWords = 30_000
const minParagraph = 4
/** Of equal beginnings one paragraph counts: descriptions of APIs repeat themselves without end. */
const comparedBeginning = 160
const word = /^[a-z][a-z0-9+#.]{1,29}$/

/** Reads words as search does, and keeps those that occur often enough, commonest first. */
export function readCorpus(texts: Iterable<string>): Corpus {
  const seen = new Set<string>()
  const numbers = new Map<string, number>()
  const counts: number[] = []
  const paragraphs: Uint32Array[] = []
  for (const text of texts) {
    const beginning = text.slice(0, comparedBeginning)
    if (seen.has(beginning)) continue
    seen.add(beginning)
    const terms = searchTerms(text).filter((term) => word.test(term))
    if (terms.length < minParagraph) continue
    paragraphs.push(Uint32Array.from(terms, (term) => numberOf(numbers, term)))
    for (const number of paragraphs.at(-1)!) counts[number] = (counts[number] ?? 0) + 1
  }
  const kept = [...numbers]
    .filter(([, number]) => counts[number]! >= minOccurrences)
    .sort(([a, at], [b, other]) => counts[other]! - counts[at]! || (a < b ? -1 : 1))
    .slice(0, maxWords)
  const places = new Map(kept.map(([, number], place) => [number, place]))
  return {
    words: kept.map(([term]) => term),
    occurrences: kept.map(([, number]) => counts[number]!),
    paragraphs: paragraphs.map((one) =>
      Uint32Array.from([...one].flatMap((number) => places.get(number) ?? [])),
    ),
  }
}

function numberOf(numbers: Map<string, number>, term: string): number {
  const known = numbers.get(term)
  if (known !== undefined) return known
  numbers.set(term, numbers.size)
  return numbers.size - 1
}
