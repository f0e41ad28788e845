import { type Vocabulary, VocabularyIndex } from './vocabulary.ts'

/** The vocabularies a server has (E7). */
export interface VocabularyRegistry {
  /** By name. */
  readonly names: readonly string[]
  /** What all of them together can recognise, by name: what a skill can say it is for. */
  readonly stages: readonly string[]
  readonly assetClasses: readonly string[]
  /** Several as one; names nobody knows say nothing. */
  of(names: readonly string[]): VocabularyIndex
}

/** Reads of each choice once: there are few. */
export function createVocabularyRegistry(vocabularies: readonly Vocabulary[]): VocabularyRegistry {
  const indexes = new Map<string, VocabularyIndex>()
  return {
    names: vocabularies.map(({ name }) => name).sort(),
    stages: namesIn(vocabularies.map(({ stages }) => stages)),
    assetClasses: namesIn(vocabularies.map(({ assetClasses }) => assetClasses)),
    of: (names) => {
      const chosen = vocabularies.filter(({ name }) => names.includes(name))
      const key = JSON.stringify(chosen.map(({ name }) => name))
      const known = indexes.get(key) ?? new VocabularyIndex(chosen)
      indexes.set(key, known)
      return known
    },
  }
}

function namesIn(tables: readonly Vocabulary['stages'][]): readonly string[] {
  return [...new Set(tables.flatMap((table) => Object.keys(table)))].sort()
}
