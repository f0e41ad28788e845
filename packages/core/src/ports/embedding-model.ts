/** What a text is: models may expect another form of a question than of what answers it. */
export type EmbeddedKind = 'query' | 'skill'

export interface EmbedOptions {
  readonly kind: EmbeddedKind
  readonly signal?: AbortSignal
}

/** A model outside that says what texts mean, as numbers: similar texts have similar vectors. */
export interface EmbeddingModel {
  /** Of the model and where it is. Vectors of different names are never compared. */
  readonly name: string
  /** Components of a vector; null until the first answer, and the same from then on. */
  readonly dimensions: number | null
  /**
   * One vector for each text, in order: finite numbers that are not all zero. One attempt; whoever calls decides about
   * another. Throws ProblemError `embedding-model.*` or `outbound.*`.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>
}
