import { isProblemError } from '../../base/errors.ts'
import type { RevisionDigest } from '../../base/ids.ts'
import type { EmbeddingModel } from '../../ports/embedding-model.ts'
import { toMeaning } from './skill-vectors.ts'

/** A text of a skill, by the digest of its revision. */
export interface EmbeddedText {
  readonly digest: RevisionDigest
  readonly text: string
}

export interface EmbeddedBatch {
  readonly vectors: readonly (readonly [RevisionDigest, Int8Array])[]
  /** Texts that the model refuses by themselves, and that are not sent again. */
  readonly refused: readonly RevisionDigest[]
}

/** What models answer to a text that they do not take: it would be the same the next time. */
const refusedCode = 'embedding-model.text-refused'

/**
 * The vectors of a batch. Where the model refuses it, each text by itself: one that is refused must not keep the others
 * from having vectors. Throws the error of the model where it takes none of them.
 */
export async function embedBatch(
  model: EmbeddingModel,
  texts: readonly EmbeddedText[],
  signal: AbortSignal,
): Promise<EmbeddedBatch> {
  try {
    return { vectors: await embed(model, texts, signal), refused: [] }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return embedSingly(model, texts, { signal, error })
  }
}

async function embedSingly(
  model: EmbeddingModel,
  texts: readonly EmbeddedText[],
  { signal, error }: { readonly signal: AbortSignal; readonly error: unknown },
): Promise<EmbeddedBatch> {
  const vectors: (readonly [RevisionDigest, Int8Array])[] = []
  const refused: RevisionDigest[] = []
  for (const one of texts.length === 1 ? [] : texts) {
    try {
      vectors.push(...(await embed(model, [one], signal)))
    } catch (single) {
      if (!isRefusal(single)) throw single
      refused.push(one.digest)
    }
  }
  if (texts.length === 1 && model.dimensions !== null)
    return { vectors, refused: [texts[0]!.digest] }
  if (vectors.length === 0) throw error
  return { vectors, refused }
}

async function embed(
  model: EmbeddingModel,
  texts: readonly EmbeddedText[],
  signal: AbortSignal,
): Promise<readonly (readonly [RevisionDigest, Int8Array])[]> {
  const options = { kind: 'skill', signal } as const
  const vectors = await model.embed(
    texts.map(({ text }) => text),
    options,
  )
  return texts.map(({ digest }, at) => [digest, toMeaning(vectors[at]!)])
}

function isRefusal(error: unknown): boolean {
  return isProblemError(error) && error.problem.code === refusedCode
}
