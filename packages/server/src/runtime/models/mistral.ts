import { createMistral } from '@ai-sdk/mistral'
import type { Model } from '@repertoire/core/ports'
import type { AnthropicOptions } from './anthropic.ts'
import type { ProviderConnection } from './provider-connection.ts'
import { createProviderModel } from './provider-model.ts'

/** Mistral's chat completions API. */
export function createMistralModel(
  { apiKey, model, baseUrl }: AnthropicOptions,
  connection: ProviderConnection,
): Model {
  return createProviderModel({
    ...{ label: `${model} (Mistral)`, id: model, provider: 'mistral_ai', apiKey, connection },
    connect: (fetch) =>
      createMistral({ apiKey, fetch, ...(baseUrl && { baseURL: baseUrl }) })(model),
    instructions: ({ system }) => system.join('\n\n'),
  })
}
