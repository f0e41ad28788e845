import { type Vocabulary, VocabularyIndex } from './vocabulary.ts'

/** The vocabularies of a server. */
export interface VocabularyRegistry {
  /** By name. */
  readonly names: readonly string[]
  /** All stages and asset classes that the vocabularies recognise, by name. */
  readonly stages: readonly string[]
  readonly assetClasses: readonly string[]
  /** A combined index of the named vocabularies; ignores unknown names. */
  of(names: readonly string[]): VocabularyIndex
}

/** Caches each combination; there are few. */
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
