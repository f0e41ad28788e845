import { createAnthropic } from '@ai-sdk/anthropic'
import type { Model } from '@repertoire/core/ports'
import type { ModelMessage as ProviderMessage } from 'ai'
import { operatorConnection } from './provider-connection.ts'
import { createProviderModel } from './provider-model.ts'

export interface AnthropicOptions {
  readonly apiKey: string
  readonly model: string
  /** Up to and including `/v1`. Undefined for the provider's own. */
  readonly baseUrl: string | undefined
}

/** Marks the end of a cached prefix. Tools come before the system prompt, messages after it. */
const cacheBreakpoint = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

/**
 * Anthropic's messages API. System blocks stay separate, and three of the four possible cache breakpoints are
 * used: after the blocks that seldom change, so that a new skill costs only itself; after the system prompt;
 * and after the newest message, which the next step continues from.
 */
export function createAnthropicModel(
  { apiKey, model, baseUrl }: AnthropicOptions,
  connection = operatorConnection,
): Model {
  return createProviderModel({
    label: `${model} (Anthropic)`,
    id: model,
    provider: 'anthropic',
    apiKey,
    connection,
    connect: (fetch) =>
      createAnthropic({ apiKey, fetch, ...(baseUrl && { baseURL: baseUrl }) })(model),
    instructions: ({ system, stableBlocks = 0 }) =>
      system.map((content, index) => ({
        role: 'system' as const,
        content,
        ...((index === system.length - 1 || index === stableBlocks - 1) && {
          providerOptions: cacheBreakpoint,
        }),
      })),
    messages: (messages) =>
      messages.map((message, index) =>
        index === messages.length - 1 ? withBreakpoint(message) : message,
      ),
  })
}

function withBreakpoint(message: ProviderMessage): ProviderMessage {
  return { ...message, providerOptions: cacheBreakpoint }
}
