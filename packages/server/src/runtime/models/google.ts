import { createGoogle } from '@ai-sdk/google'
import type { Model } from '@repertoire/core/ports'
import type { AnthropicOptions } from './anthropic.ts'
import type { ProviderConnection } from './provider-connection.ts'
import { createProviderModel } from './provider-model.ts'

/** Google's generative language API. */
export function createGoogleModel(
  { apiKey, model, baseUrl }: AnthropicOptions,
  connection: ProviderConnection,
): Model {
  return createProviderModel({
    ...{ label: `${model} (Google)`, id: model, provider: 'gcp.gemini', apiKey, connection },
    connect: (fetch) =>
      createGoogle({ apiKey, fetch, ...(baseUrl && { baseURL: baseUrl }) })(model),
    instructions: ({ system }) => system.join('\n\n'),
  })
}
