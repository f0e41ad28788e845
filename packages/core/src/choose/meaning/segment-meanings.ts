import type { WordVectors } from '../../ports/word-vectors.ts'
import { TextMeaning } from './text-meaning.ts'

/** Bodies tell less of what a skill is for, and only their most frequent words do. */
export const BODY_MEANING_TERMS = 60
const bodyShare = 0.15

/** Collects the meanings of the skills of one segment. Terms are numbers of its vocabulary. */
export class SegmentMeanings {
  private readonly words: WordVectors
  private readonly terms: readonly string[]
  private readonly meaning: TextMeaning
  private readonly wordOfTerm: number[] = []
  private readonly meanings: Int8Array[] = []

  constructor(words: WordVectors, terms: readonly string[]) {
    this.words = words
    this.terms = terms
    this.meaning = new TextMeaning(words)
  }

  add(term: number, count: number): void {
    this.meaning.add(this.wordOf(term), count)
  }

  addOfBody(term: number, count: number): void {
    this.meaning.add(this.wordOf(term), bodyShare * Math.log(1 + count))
  }

  endSkill(): void {
    const meaning = new Int8Array(this.words.dimensions)
    this.meaning.take(meaning)
    this.meanings.push(meaning)
  }

  /** The meanings of all skills, one after another. */
  finish(): Int8Array {
    const all = new Int8Array(this.meanings.length * this.words.dimensions)
    for (const [doc, meaning] of this.meanings.entries())
      all.set(meaning, doc * this.words.dimensions)
    return all
  }

  private wordOf(term: number): number {
    let word = this.wordOfTerm[term]
    if (word === undefined) {
      word = this.words.find(this.terms[term]!)
      this.wordOfTerm[term] = word
    }
    return word
  }
}
