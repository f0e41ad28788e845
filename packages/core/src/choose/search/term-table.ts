import { IDEOGRAPH, kindOf } from '../text/characters.ts'
import { isFunctionWord, type Language } from '../text/languages/function-words.ts'
import { stemIn } from '../text/languages/stem-in.ts'
import { stem } from '../text/stem.ts'
import { isStopWord } from '../text/stop-words.ts'

/** Result of {@link TermTable.termOf} for a word that is not indexed. */
export const NOT_INDEXED = -1

/** The term of a folded word; null for a stop word. */
export function termOfWord(word: string): string | null {
  return isStopWord(word) ? null : stem(word)
}

/** The term of a folded word in a text of the language; null for a word of its grammar and for a stop word. */
export function termInLanguage(language: Language, word: string): string | null {
  return isStopWord(word) || isFunctionWord(language, word) ? null : stemIn(language, word)
}

/** A term that each skill with a text in the language has. No word of a query is one. */
export function languageMark(language: Language): string {
  return `\u0001${language}`
}

/** Numbers the terms of one build, those of all languages together. */
export class Vocabulary {
  readonly terms: string[] = []
  private readonly pairs: boolean[] = []
  private readonly numbers = new Map<string, number>()

  /** Whether a term is a pair of ideographs, or a single one. */
  isPair(term: number): boolean {
    return this.pairs[term]!
  }

  numberOf(term: string): number {
    let number = this.numbers.get(term)
    if (number === undefined) {
      number = this.terms.length
      this.numbers.set(term, number)
      this.terms.push(term)
      this.pairs.push(kindOf(term.charCodeAt(0)) === IDEOGRAPH)
    }
    return number
  }
}

/**
 * The terms of the words of one language. Words are looked up by their units in an open-addressing table, so that a known
 * word needs neither a string nor stemming.
 */
export class TermTable {
  private readonly vocabulary: Vocabulary
  private readonly termOfText: (word: string) => string | null
  private slots = new Int32Array(1 << 14)
  private wordUnits = new Uint16Array(1 << 16)
  private wordEnds = new Uint32Array(1 << 13)
  private wordHashes = new Uint32Array(1 << 13)
  private wordTerms = new Int32Array(1 << 13)
  private words = 0

  constructor(vocabulary: Vocabulary, termOfText: (word: string) => string | null = termOfWord) {
    this.vocabulary = vocabulary
    this.termOfText = termOfText
  }

  /** The number of the term of word `units[start, end)`, or {@link NOT_INDEXED}. */
  termOf(units: Uint16Array, start: number, end: number): number {
    let hash = 0x811c9dc5
    for (let index = start; index < end; index += 1) {
      hash = Math.imul(hash ^ units[index]!, 0x01000193)
    }
    hash = (hash ^ (hash >>> 15)) >>> 0
    const mask = this.slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const word = this.slots[slot]! - 1
      if (word < 0) return this.add(slot, hash, units.subarray(start, end))
      if (this.wordHashes[word] === hash && this.isWord(word, units, start, end)) {
        return this.wordTerms[word]!
      }
    }
  }

  private isWord(word: number, units: Uint16Array, start: number, end: number): boolean {
    let at = word === 0 ? 0 : this.wordEnds[word - 1]!
    if (this.wordEnds[word]! - at !== end - start) return false
    for (let index = start; index < end; index += 1, at += 1) {
      if (this.wordUnits[at] !== units[index]) return false
    }
    return true
  }

  private add(slot: number, hash: number, units: Uint16Array): number {
    const word = this.words
    const from = word === 0 ? 0 : this.wordEnds[word - 1]!
    if (word === this.wordEnds.length) this.growWords()
    while (from + units.length > this.wordUnits.length) this.wordUnits = doubled16(this.wordUnits)
    this.wordUnits.set(units, from)
    this.wordEnds[word] = from + units.length
    this.wordHashes[word] = hash
    this.slots[slot] = word + 1
    this.words += 1
    const term = this.termOfText(String.fromCharCode(...units))
    const number = term === null ? NOT_INDEXED : this.vocabulary.numberOf(term)
    this.wordTerms[word] = number
    if (this.words * 2 > this.slots.length) this.growSlots()
    return number
  }

  private growWords(): void {
    this.wordEnds = doubled32(this.wordEnds)
    this.wordHashes = doubled32(this.wordHashes)
    const terms = new Int32Array(this.wordTerms.length * 2)
    terms.set(this.wordTerms)
    this.wordTerms = terms
  }

  private growSlots(): void {
    this.slots = new Int32Array(this.slots.length * 2)
    const mask = this.slots.length - 1
    for (let word = 0; word < this.words; word += 1) {
      let slot = this.wordHashes[word]! & mask
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask
      this.slots[slot] = word + 1
    }
  }
}

function doubled16(array: Uint16Array): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(array.length * 2)
  larger.set(array)
  return larger
}

function doubled32(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}
