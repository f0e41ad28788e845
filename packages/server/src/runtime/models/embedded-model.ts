import type { Model } from '@repertoire/core/ports'
import type { LanguageModel } from 'ai'
import { operatorConnection } from './provider-connection.ts'

/**
 * What the models of every provider of the AI SDK have. Described here, so that the types of this package need none of
 * the SDK's.
 */
export interface AiSdkModel {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
  doGenerate(options: never): PromiseLike<unknown>
  doStream(options: never): PromiseLike<unknown>
}

/** A model of the AI SDK, from any of its providers, the name of one for its gateway, or one of your own. */
export type EmbeddedModel = string | AiSdkModel | Model

export function toModel(given: EmbeddedModel): Model {
  if (typeof given !== 'string' && 'step' in given) return given
  const id = typeof given === 'string' ? given : given.modelId
  const provider = typeof given === 'string' ? 'gateway' : given.provider
  const facts = { label: `${id} (${provider})`, id, provider }
  let loaded: Promise<Model> | undefined
  const load = async () => {
    const { createProviderModel } = await import('./provider-model.ts')
    return createProviderModel({
      ...{ ...facts, apiKey: undefined },
      connection: operatorConnection,
      connect: () => given as LanguageModel,
      instructions: ({ system }) => system.join('\n\n'),
    })
  }
  return {
    ...{ ...facts, demo: false },
    step: async (request, onText) => {
      loaded ??= load()
      return (await loaded).step(request, onText)
    },
  }
}
