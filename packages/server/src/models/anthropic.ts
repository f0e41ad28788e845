import { createAnthropic } from '@ai-sdk/anthropic'
import type { Model } from '@repertoire/core'
import { createProviderModel } from './provider-model.ts'

export interface AnthropicOptions {
  readonly apiKey: string
  readonly model: string
  /** Up to and including `/v1`; the provider's own when undefined. */
  readonly baseUrl: string | undefined
}

/** Anthropic's messages. Blocks stay apart, and the prefix up to the last one is cached by the provider. */
export function createAnthropicModel({ apiKey, model, baseUrl }: AnthropicOptions): Model {
  return createProviderModel({
    label: `${model} (Anthropic)`,
    apiKey,
    connect: (fetch) =>
      createAnthropic({ apiKey, fetch, ...(baseUrl && { baseURL: baseUrl }) })(model),
    instructions: (system) =>
      system.map((content, index) => ({
        role: 'system' as const,
        content,
        ...(index === system.length - 1 && {
          providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
        }),
      })),
  })
}
