import { z } from 'zod'
import { badAnswer } from './embedding-model-problems.ts'

/** More components than any known model has. */
const maxDimensions = 8_192

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()) })),
})

/**
 * The vectors of an answer in OpenAI's form, in the order of the texts. Throws ProblemError `embedding-model.bad-answer`
 * for anything that could not be compared.
 */
export function readVectors(
  text: string,
  { count, dimensions }: { readonly count: number; readonly dimensions: number | null },
): readonly Float32Array[] {
  const parsed = answerSchema.safeParse(parseJson(text))
  if (!parsed.success) throw badAnswer('something else than vectors')
  const { data } = parsed.data
  if (data.length !== count) throw badAnswer(`${data.length} vectors for ${count} texts`)
  const size = dimensions ?? data[0]?.embedding.length ?? 0
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count })
  for (const [at, { index = at, embedding }] of data.entries()) {
    if (index < 0 || index >= count || vectors[index]) throw badAnswer('vectors in no order')
    vectors[index] = readVector(embedding, size)
  }
  return vectors.map((vector) => vector!)
}

function readVector(embedding: readonly number[], size: number): Float32Array {
  if (embedding.length < 2 || embedding.length > maxDimensions)
    throw badAnswer(`a vector of ${embedding.length} numbers`)
  if (embedding.length !== size)
    throw badAnswer(`a vector of ${embedding.length} numbers instead of ${size}`)
  const vector = Float32Array.from(embedding)
  if (!vector.every(Number.isFinite)) throw badAnswer('a vector that has no finite numbers')
  if (vector.every((component) => component === 0)) throw badAnswer('a vector of zeros')
  return vector
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
