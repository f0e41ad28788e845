import type { EmbeddedKind, EmbeddingModel } from '@repertoire/core/ports'
import { createNetwork, type NetworkOptions } from '../../platform/outbound/network.ts'
import { problemOfStatus, toEmbeddingModelProblem } from './embedding-model-problems.ts'
import { readVectors } from './read-vectors.ts'
import { textForModel } from './text-forms.ts'

/** What the operator configures. */
export interface EmbeddingModelSettings {
  /** Up to and including `/v1`. */
  readonly url: string
  readonly model: string
  /** Undefined for servers that need none. */
  readonly apiKey: string | undefined
  /** Texts of one request. */
  readonly batchSize: number
  /** Milliseconds that a search waits for the vector of its query. */
  readonly queryWaitMs: number
}

export type EmbeddingModelOptions = EmbeddingModelSettings & NetworkOptions

export interface OpenEmbeddingModel extends EmbeddingModel {
  /** Closes every connection. */
  close(): Promise<void>
}

/** A search has gone on without an answer long before. */
const timeMs: Readonly<Record<EmbeddedKind, number>> = { query: 5_000, skill: 30_000 }
/** Some hundred vectors of the longest kind as text. */
const maxAnswerBytes = 16 * 1024 * 1024

/**
 * Any server with OpenAI's API of embeddings. Every address is checked when it connects, and no redirect is followed: the
 * key and the texts go to their own address only.
 */
export function createOpenAiEmbeddingModel(options: EmbeddingModelOptions): OpenEmbeddingModel {
  const { url, model, apiKey, batchSize } = options
  const target = new URL(`${url.replace(/\/+$/, '')}/embeddings`)
  let dimensions: number | null = null
  const network = createNetwork(options, { timeMs: timeMs.skill, bytes: maxAnswerBytes })

  async function post(texts: readonly string[], signal: AbortSignal): Promise<string> {
    const response = await network.fetch(target, {
      ...{ method: 'POST', redirect: 'error', signal },
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
    })
    if (response.ok) return response.text()
    void response.body?.cancel().catch(() => undefined)
    throw problemOfStatus(response.status)
  }

  async function embedBatch(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]> {
    try {
      const answer = await post(texts, signal)
      const vectors = readVectors(answer, { count: texts.length, dimensions })
      dimensions ??= vectors[0]?.length ?? null
      return vectors
    } catch (error) {
      throw toEmbeddingModelProblem(error)
    }
  }

  return {
    name: `${model} ${target.host}${target.pathname}`,
    get dimensions() {
      return dimensions
    },
    embed: async (texts, { kind, signal }) => {
      const vectors: Float32Array[] = []
      for (let from = 0; from < texts.length; from += batchSize) {
        const batch = texts
          .slice(from, from + batchSize)
          .map((text) => textForModel(model, kind, text))
        const late = AbortSignal.timeout(timeMs[kind])
        vectors.push(...(await embedBatch(batch, signal ? AbortSignal.any([late, signal]) : late)))
      }
      return vectors
    },
    close: network.close,
  }
}
