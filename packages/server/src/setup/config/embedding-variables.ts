import { z } from 'zod'
import type { EmbeddingModelSettings } from '../../search/embedding-model/openai-embedding-model.ts'
import { configProblem } from './flags.ts'
import { emptyAsAbsent, text, wholeNumber } from './variable-kinds.ts'

/** An address in which no credential hides: it names the vectors and stands in the log. */
const address = z.preprocess(
  emptyAsAbsent,
  z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address, such as https://…/v1' })
    .refine((url) => {
      const { username, password, search, hash } = URL.parse(url) ?? {}
      return !username && !password && !search && !hash
    }, 'must have no user, password or query; a key goes into REPERTOIRE_EMBEDDINGS_KEY')
    .optional(),
)

/** Of the embedding model. */
export const embeddingVariables = {
  REPERTOIRE_EMBEDDINGS_URL: address,
  REPERTOIRE_EMBEDDINGS_MODEL: text,
  REPERTOIRE_EMBEDDINGS_KEY: text,
  REPERTOIRE_EMBEDDINGS_BATCH: z.preprocess(emptyAsAbsent, wholeNumber(1, 256).default(32)),
  REPERTOIRE_EMBEDDINGS_WAIT_MS: z.preprocess(emptyAsAbsent, wholeNumber(1, 2_000).default(150)),
} as const

const embeddingSchema = z.object(embeddingVariables)

type EmbeddingValues = z.infer<typeof embeddingSchema>

/** Throws ProblemError `config.invalid` when one of address and model is missing. */
export function embeddingModelSettings(
  values: EmbeddingValues,
): EmbeddingModelSettings | undefined {
  const url = values.REPERTOIRE_EMBEDDINGS_URL
  const model = values.REPERTOIRE_EMBEDDINGS_MODEL
  if (url === undefined && model === undefined) return undefined
  if (url === undefined || model === undefined) {
    const [given, missing] = url === undefined ? ['MODEL', 'URL'] : ['URL', 'MODEL']
    const message = `REPERTOIRE_EMBEDDINGS_${given} needs REPERTOIRE_EMBEDDINGS_${missing}, too.`
    throw configProblem(message)
  }
  return {
    ...{ url, model, apiKey: values.REPERTOIRE_EMBEDDINGS_KEY },
    batchSize: values.REPERTOIRE_EMBEDDINGS_BATCH,
    queryWaitMs: values.REPERTOIRE_EMBEDDINGS_WAIT_MS,
  }
}
