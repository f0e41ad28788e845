import type { Model } from '@repertoire/core'
import type { LanguageModel } from 'ai'
import { operatorConnection } from '../models/provider-connection.ts'
import { createProviderModel } from '../models/provider-model.ts'

/** A model of the AI SDK, from any of its providers, or one of your own. */
export type EmbeddedModel = LanguageModel | Model

export function toModel(given: EmbeddedModel): Model {
  if (typeof given !== 'string' && 'step' in given) return given
  const id = typeof given === 'string' ? given : given.modelId
  const provider = typeof given === 'string' ? 'gateway' : given.provider
  return createProviderModel({
    ...{ label: `${id} (${provider})`, id, provider, apiKey: undefined },
    connection: operatorConnection,
    connect: () => given,
    instructions: ({ system }) => system.join('\n\n'),
  })
}
