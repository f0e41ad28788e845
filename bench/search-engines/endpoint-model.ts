import { createHash } from 'node:crypto'
import type { EmbeddingModel } from '@repertoire/core/ports'

/** An OpenAI-compatible address up to `/v1`; see `bench/embedding-server.py`. */
export const embeddingsUrl = process.env.REPERTOIRE_BENCH_EMBEDDINGS_URL
/** Its name decides about words before each text, as in the product. */
export const embeddingsName = process.env.REPERTOIRE_BENCH_EMBEDDINGS_MODEL ?? 'model'

const forms = { query: 'query: ', skill: 'passage: ' } as const

/** The embedding model of the environment, which answers before the bench goes on. Each text is sent once. */
export function createEndpointModel(url: string): EmbeddingModel {
  const known = new Map<string, Float32Array>()
  const isE5 = /e5/i.test(embeddingsName)
  return {
    name: `${embeddingsName} ${url}`,
    dimensions: null,
    embed: async (texts, { kind }) => {
      const inputs = texts.map((text) => (isE5 ? forms[kind] + text : text))
      const keys = inputs.map((input) => createHash('sha256').update(input).digest('hex'))
      const missing = inputs.filter((_, at) => !known.has(keys[at]!))
      const vectors = missing.length === 0 ? [] : await request(url, missing)
      for (const [at, key] of keys.filter((key) => !known.has(key)).entries())
        known.set(key, vectors[at]!)
      return keys.map((key) => known.get(key)!)
    },
  }
}

async function request(url: string, input: readonly string[]): Promise<readonly Float32Array[]> {
  const response = await fetch(`${url}/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: embeddingsName, input }),
  })
  if (!response.ok) throw new Error(`the embedding model answered ${response.status}`)
  const { data } = (await response.json()) as { data: { embedding: number[] }[] }
  return data.map(({ embedding }) => Float32Array.from(embedding))
}
