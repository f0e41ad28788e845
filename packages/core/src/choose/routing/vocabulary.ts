import { PhraseTrie } from './phrase-trie.ts'
import { routingTokens } from './routing-tokens.ts'

/** Phrases that identify the stages and asset classes of a domain in a message. */
export interface Vocabulary {
  readonly name: string
  /** Phrases by stage. */
  readonly stages: Readonly<Record<string, readonly string[]>>
  /** Phrases by asset class. */
  readonly assetClasses: Readonly<Record<string, readonly string[]>>
}

/** The topics inferred from a message. */
export interface InferredTopics {
  readonly stages: ReadonlySet<string>
  readonly assetClasses: ReadonlySet<string>
}

/** An index over several vocabularies. A stage in two of them has the phrases of both. */
export class VocabularyIndex {
  private readonly trie = new PhraseTrie()
  /** By phrase number: its topics. */
  private readonly meanings: { stages: string[]; assetClasses: string[] }[] = []

  constructor(vocabularies: readonly Vocabulary[]) {
    for (const { stages, assetClasses } of vocabularies) {
      this.addPhrases(stages, 'stages')
      this.addPhrases(assetClasses, 'assetClasses')
    }
  }

  /** `words` are tokens of {@link routingTokens}. Deterministic. */
  infer(words: readonly string[]): InferredTopics {
    const stages = new Set<string>()
    const assetClasses = new Set<string>()
    this.trie.find(words, (phrase) => {
      const meaning = this.meanings[phrase]!
      for (const stage of meaning.stages) stages.add(stage)
      for (const assetClass of meaning.assetClasses) assetClasses.add(assetClass)
    })
    return { stages, assetClasses }
  }

  private addPhrases(
    table: Readonly<Record<string, readonly string[]>>,
    kind: 'stages' | 'assetClasses',
  ): void {
    for (const [name, phrases] of Object.entries(table)) {
      for (const phrase of phrases) {
        const number = this.trie.add(routingTokens(phrase))
        if (number === -1) continue
        this.meanings[number] ??= { stages: [], assetClasses: [] }
        this.meanings[number][kind].push(name)
      }
    }
  }
}
