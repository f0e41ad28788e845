/**
 * What words mean, learned from the company that they keep: similar words have similar vectors. The same bytes on every
 * machine, so that ranking is the same, too.
 */
export interface WordVectors {
  /** Components of a vector. */
  readonly dimensions: number
  /** The number of a term, a stemmed word; -1 for one that is not among them. */
  find(term: string): number
  term(word: number): string
  /** `dimensions` components from -127 to 127 for each word. All vectors have about the same length. */
  readonly vectors: Int8Array
  /** How much each word tells, from 1 for the commonest to 255. */
  readonly weights: Uint8Array
  /** The most similar words of a word, most similar first. */
  nearest(word: number): readonly number[]
}
