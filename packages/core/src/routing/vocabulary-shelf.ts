import { type Vocabulary, VocabularyIndex } from './vocabulary.ts'

/** The vocabularies a server has (E7). */
export interface VocabularyShelf {
  /** By name. */
  readonly names: readonly string[]
  /** Several as one; names nobody knows say nothing. */
  of(names: readonly string[]): VocabularyIndex
}

/** Reads of each choice once: there are few. */
export function createVocabularyShelf(vocabularies: readonly Vocabulary[]): VocabularyShelf {
  const indexes = new Map<string, VocabularyIndex>()
  return {
    names: vocabularies.map(({ name }) => name).sort(),
    of: (names) => {
      const chosen = vocabularies.filter(({ name }) => names.includes(name))
      const key = JSON.stringify(chosen.map(({ name }) => name))
      const known = indexes.get(key) ?? new VocabularyIndex(chosen)
      indexes.set(key, known)
      return known
    },
  }
}
