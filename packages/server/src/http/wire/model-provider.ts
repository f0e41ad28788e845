import {
  environmentProviderId,
  type ModelProvider,
  modelIdOf,
  type ProvidedModel,
  type ProviderTest,
} from '@repertoire/core/domain'
import type {
  ModelProviderBody,
  ModelProviderCreate,
  ModelProviderTest,
} from '@repertoire/protocol'
import type { Models } from '../../runtime/models/select-model.ts'
import { etagOf } from './etag.ts'
import { wireTime } from './time.ts'

/** Without the key, of which only the end is shown. */
export function toProviderBody(provider: ModelProvider): ModelProviderBody {
  const { id, name, kind, baseUrl, key, lastTest } = provider
  return {
    ...{ id, name, kind, source: 'organisation', base_url: baseUrl },
    key: key && { ending: key.ending, set_at: wireTime(key.setAt) },
    models: provider.models.map((model) => ({
      id: modelIdOf(provider, model),
      name: model.name,
      context_tokens: model.contextTokens,
      prices: {
        input: model.prices.input,
        cached_input: model.prices.cachedInput,
        output: model.prices.output,
      },
    })),
    last_test: lastTest && toProviderTestBody(lastTest),
    etag: etagOf(provider.version),
  }
}

/** The models of the environment as one provider; none for the demo model. */
export function environmentBody({ default: usual, byId }: Models): ModelProviderBody[] {
  if (usual.demo) return []
  const isAnthropic = usual.provider === 'anthropic'
  const unknown = { input: null, cached_input: null, output: null }
  return [
    {
      ...{ id: environmentProviderId, name: isAnthropic ? 'Anthropic' : 'OpenAI-compatible' },
      kind: isAnthropic ? 'anthropic' : 'openai-compatible',
      ...{ source: 'environment', base_url: null, key: null, last_test: null },
      models: [...byId].map(([id, { contextTokens = null }]) => ({
        ...{ id, name: id, context_tokens: contextTokens, prices: unknown },
      })),
      etag: etagOf(0),
    },
  ]
}

export function toProviderTestBody({ at, code, message, hint }: ProviderTest): ModelProviderTest {
  return { at: wireTime(at), ok: code === null, code, message, hint }
}

export function fromModelBodies(models: ModelProviderCreate['models']): readonly ProvidedModel[] {
  return models.map(({ name, context_tokens: contextTokens = null, prices = {} }) => {
    const { input = null, cached_input: cachedInput = null, output = null } = prices
    return { name, contextTokens, prices: { input, cachedInput, output } }
  })
}
