import { ProblemError } from '../base/errors.ts'
import type { EmbeddedKind, EmbeddingModel } from '../ports/embedding-model.ts'

/** An embedding model in memory, and what it was sent. */
export interface TestEmbeddingModel extends EmbeddingModel {
  readonly sent: { readonly kind: EmbeddedKind; readonly text: string }[]
  /** What the next answers wait for. */
  answersAfter: Promise<void>
  /** While set, every request fails with this code. */
  failsWith: string | null
  /** Texts with this word are refused. */
  refusedWord: string | null
}

/**
 * Knows topics and the words that belong to each: a vector has a component for each topic, and one that all texts share.
 * Words are compared as they begin, without regard to case.
 */
export function createTestEmbeddingModel(
  topics: readonly (readonly string[])[],
  name = 'topics',
): TestEmbeddingModel {
  const model: TestEmbeddingModel = {
    ...{ name, sent: [], failsWith: null, refusedWord: null },
    dimensions: topics.length + 1,
    answersAfter: Promise.resolve(),
    embed: async (texts, { kind, signal }) => {
      model.sent.push(...texts.map((text) => ({ kind, text })))
      await model.answersAfter
      signal?.throwIfAborted()
      if (model.failsWith !== null) throw problem(model.failsWith)
      const { refusedWord } = model
      if (refusedWord !== null && texts.some((text) => text.includes(refusedWord)))
        throw problem('embedding-model.text-refused')
      return texts.map((text) => vectorOf(text, topics))
    },
  }
  return model
}

function vectorOf(text: string, topics: readonly (readonly string[])[]): Float32Array {
  const words = text.toLowerCase().split(/[^a-z]+/)
  const counts = topics.map(
    (topic) => words.filter((word) => topic.some((one) => word.startsWith(one))).length,
  )
  return Float32Array.from([...counts, 0.25])
}

function problem(code: string): ProblemError {
  return new ProblemError({ code, kind: 'unavailable', message: 'The model failed.' })
}
