import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Model } from '@repertoire/core/ports'
import { operatorConnection } from './provider-connection.ts'
import { createProviderModel } from './provider-model.ts'

export interface OpenAiCompatibleOptions {
  /** Undefined for servers that need no key, such as Ollama or vLLM. */
  readonly apiKey: string | undefined
  readonly model: string
  /** Up to and including `/v1`. */
  readonly baseUrl: string
}

/**
 * Any server with OpenAI's chat completions API. Servers that cache prompts use the longest unchanged prefix.
 * There is one system message, because many local templates accept no more.
 */
export function createOpenAiCompatibleModel(
  options: OpenAiCompatibleOptions,
  connection = operatorConnection,
): Model {
  const { apiKey, model, baseUrl: baseURL } = options
  return createProviderModel({
    label: `${model} (OpenAI-compatible)`,
    id: model,
    provider: new URL(baseURL).hostname === 'api.openai.com' ? 'openai' : 'openai-compatible',
    apiKey,
    connection,
    connect: (fetch) =>
      createOpenAICompatible({
        name: 'openai-compatible',
        baseURL,
        fetch,
        includeUsage: true,
        ...(apiKey && { apiKey }),
      }).chatModel(model),
    instructions: ({ system }) => system.join('\n\n'),
  })
}
