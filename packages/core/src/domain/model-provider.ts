import type { Timestamp, UserId } from '../base/ids.ts'

/** Whose interface a provider speaks. `ollama` is a server on this machine. */
export const providerKinds = [
  'openai-compatible',
  'anthropic',
  'google',
  'mistral',
  'ollama',
] as const
export type ProviderKind = (typeof providerKinds)[number]

/** Where Ollama answers when nobody changed it. */
export const ollamaAddress = 'http://127.0.0.1:11434'

/** The id that stands for the models of the server's environment. No organisation's provider has it. */
export const environmentProviderId = 'environment'

/** Per million tokens, in the currency the provider bills in. Null is unknown, never free. */
export interface ModelPrices {
  readonly input: number | null
  readonly cachedInput: number | null
  readonly output: number | null
}

export interface ProvidedModel {
  /** As the provider calls it. */
  readonly name: string
  readonly contextTokens: number | null
  readonly prices: ModelPrices
}

/** A key as it is stored. Nothing but its end is ever shown. */
export interface ProviderKey {
  readonly encrypted: string
  /** Its last characters; empty for a short key. */
  readonly ending: string
  readonly setAt: Timestamp
}

/** What the last test of a provider found. */
export interface ProviderTest {
  readonly at: Timestamp
  /** Null when it answered. */
  readonly code: string | null
  readonly message: string
  readonly hint: string | null
}

/** Where an organisation's models come from. */
export interface ModelProvider {
  /** A slug, made from the first name; part of the ids of its models. */
  readonly id: string
  readonly name: string
  readonly kind: ProviderKind
  /** Null for the provider's own address. */
  readonly baseUrl: string | null
  readonly key: ProviderKey | null
  readonly models: readonly ProvidedModel[]
  readonly lastTest: ProviderTest | null
  readonly createdBy: UserId
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
  /** Increases with every change but a test; the ETag. */
  readonly version: number
}

/** The id by which agents and settings name a provider's model: `company-gateway/large`. */
export function modelIdOf({ id }: Pick<ModelProvider, 'id'>, { name }: { readonly name: string }) {
  return `${id}/${name}`
}

const endingLength = 4
const minLengthWithEnding = 20

/** What is shown of a key. */
export function keyEnding(key: string): string {
  return key.length < minLengthWithEnding ? '' : key.slice(-endingLength)
}
