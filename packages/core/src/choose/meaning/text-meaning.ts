import type { WordVectors } from '../../ports/word-vectors.ts'

/** The length of a meaning; its components are whole numbers from -127 to 127. */
const meaningLength = 360

/** Adds up the vectors of a text's words. Reused: {@link take} begins anew. */
export class TextMeaning {
  private readonly words: WordVectors
  private readonly sum: Float64Array

  constructor(words: WordVectors) {
    this.words = words
    this.sum = new Float64Array(words.dimensions)
  }

  /** `times` is how often the text has the word. Words without a vector add nothing. */
  add(word: number, times: number): void {
    if (word < 0) return
    const { dimensions, vectors, weights } = this.words
    const weight = times * weights[word]!
    const from = word * dimensions
    for (let at = 0; at < dimensions; at += 1) this.sum[at]! += weight * vectors[from + at]!
  }

  /** Writes the meaning into `target`; zeros when no word has a vector. */
  take(target: Int8Array): void {
    writeMeaning(this.sum, target)
    this.sum.fill(0)
  }
}

/** Writes the direction of a vector into `target` as a meaning; zeros for a vector without one. */
export function writeMeaning(vector: Float32Array | Float64Array, target: Int8Array): void {
  let square = 0
  for (const component of vector) square += component * component
  const factor = square === 0 ? 0 : meaningLength / Math.sqrt(square)
  for (let at = 0; at < target.length; at += 1) {
    target[at] = Math.max(-127, Math.min(127, Math.round(vector[at]! * factor)))
  }
}

/** The meaning of terms that each occur once; null when none has a vector. */
export function meaningOf(terms: readonly string[], words: WordVectors): Int8Array | null {
  const meaning = new TextMeaning(words)
  for (const term of terms) meaning.add(words.find(term), 1)
  const target = new Int8Array(words.dimensions)
  meaning.take(target)
  return target.some((component) => component !== 0) ? target : null
}

/** From 0, nothing in common, to 1. The meaning of the text begins at `start` of `meanings`. */
export function similarity(meaning: Int8Array, meanings: Int8Array, start: number): number {
  let product = 0
  for (let at = 0; at < meaning.length; at += 1) product += meaning[at]! * meanings[start + at]!
  return Math.max(0, Math.min(1, product / (meaningLength * meaningLength)))
}
