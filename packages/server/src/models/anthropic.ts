import { createAnthropic } from '@ai-sdk/anthropic'
import type { Model } from '@repertoire/core'
import type { ModelMessage as ProviderMessage } from 'ai'
import { createProviderModel } from './provider-model.ts'

export interface AnthropicOptions {
  readonly apiKey: string
  readonly model: string
  /** Up to and including `/v1`; the provider's own when undefined. */
  readonly baseUrl: string | undefined
}

/** Marks the end of a prefix the provider keeps; tools come before the system prompt, messages after it. */
const cacheBreakpoint = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

/**
 * Anthropic's messages. Blocks stay apart, and three prefixes are kept, of four the provider takes: up to what
 * changes seldom, so that a new skill or note costs no more than itself; up to the end of the system prompt; and
 * up to the newest message, which the next step goes on from.
 */
export function createAnthropicModel({ apiKey, model, baseUrl }: AnthropicOptions): Model {
  return createProviderModel({
    label: `${model} (Anthropic)`,
    id: model,
    provider: 'anthropic',
    apiKey,
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
      messages.map((message, index) => withBreakpoint(message, index === messages.length - 1)),
  })
}

function withBreakpoint(message: ProviderMessage, newest: boolean): ProviderMessage {
  return newest ? { ...message, providerOptions: cacheBreakpoint } : message
}
