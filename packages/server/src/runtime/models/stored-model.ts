import {
  type ModelProvider,
  ollamaAddress,
  type ProvidedModel,
  type ProviderKind,
} from '@repertoire/core/domain'
import type { Model } from '@repertoire/core/ports'
import type { ProviderConnection } from './provider-connection.ts'

export interface StoredModelParts {
  readonly connection: ProviderConnection
  /** The provider's key, decrypted for one call. */
  readonly readKey: () => Promise<string | undefined>
}

const semanticNames: Readonly<Record<ProviderKind, string>> = {
  'openai-compatible': 'openai-compatible',
  anthropic: 'anthropic',
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
  ollama: 'ollama',
}

/** A model of an organisation's provider. Key and adapter are loaded with the first call. */
export function createStoredModel(
  provider: ModelProvider,
  { name, contextTokens, prices }: ProvidedModel,
  { connection, readKey }: StoredModelParts,
): Model {
  return {
    ...{ label: `${name} (${provider.name})`, id: name, demo: false, prices },
    provider: semanticNames[provider.kind],
    ...(contextTokens !== null && { contextTokens }),
    step: async (request, onText) => {
      const adapter = await createAdapter(provider, name, { connection, apiKey: await readKey() })
      return adapter.step(request, onText)
    },
  }
}

interface AdapterParts {
  readonly connection: ProviderConnection
  readonly apiKey: string | undefined
}

async function createAdapter(
  { kind, baseUrl: written }: ModelProvider,
  model: string,
  { connection, apiKey = '' }: AdapterParts,
): Promise<Model> {
  const baseUrl = written?.replace(/\/+$/, '')
  const options = { apiKey, model, baseUrl }
  switch (kind) {
    case 'anthropic':
      return (await import('./anthropic.ts')).createAnthropicModel(options, connection)
    case 'google':
      return (await import('./google.ts')).createGoogleModel(options, connection)
    case 'mistral':
      return (await import('./mistral.ts')).createMistralModel(options, connection)
    case 'ollama':
    case 'openai-compatible': {
      const { createOpenAiCompatibleModel } = await import('./openai-compatible.ts')
      const address = kind === 'ollama' ? `${baseUrl ?? ollamaAddress}/v1` : (baseUrl ?? '')
      return createOpenAiCompatibleModel({ ...options, baseUrl: address }, connection)
    }
  }
}
