import type { ModelPrices } from './model-provider.ts'

/** Tokens of a model call, as the provider counted them. Null: it did not say, which never means none. */
export interface TokenUsage {
  /** All of the request, the cached ones included. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** Of the input, those that the provider read from its cache; absent where it does not say. */
  readonly cachedTokens?: number | null
}

/** What an answered model call took. */
export interface ModelCallUsage {
  readonly usage: TokenUsage
  /** Milliseconds from the request to the whole answer, without failed attempts; absent in logs from before this field. */
  readonly durationMs?: number
  /**
   * In billionths of the currency the provider bills in, by the model's prices at that time. Whole, so that sums do not
   * depend on their order. Absent when tokens or prices are unknown.
   */
  readonly costNanos?: number
}

export const unknownUsage: TokenUsage = { inputTokens: null, outputTokens: null }

/** What a provider reported, with everything that cannot be a count as unknown. */
export function reportedUsage(
  reported: {
    readonly [Field in keyof TokenUsage]?: number | null | undefined
  },
): Required<TokenUsage> {
  // No request is empty: zero is how some providers, and logs from before unknown counts, say that nobody counted.
  const inputTokens = countOf(reported.inputTokens) || null
  const outputTokens = inputTokens === null ? null : countOf(reported.outputTokens)
  const cached = countOf(reported.cachedTokens)
  const isPart = cached !== null && inputTokens !== null && cached <= inputTokens
  return { inputTokens, outputTokens, cachedTokens: isPart ? cached : null }
}

function countOf(value: number | null | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** The tokens that are known to be spent, in and out. */
export function knownTokens({ inputTokens, outputTokens }: TokenUsage): number {
  return (inputTokens ?? 0) + (outputTokens ?? 0)
}

const nanosPerMillionth = 1_000

/**
 * The cost in billionths, as in {@link ModelCallUsage}; null when a price that counts is unknown. Where a provider does not
 * say what it read from its cache, all input has the full price.
 */
export function costNanosOf(usage: TokenUsage, prices: ModelPrices | undefined): number | null {
  const { inputTokens, outputTokens } = usage
  if (!prices || inputTokens === null || outputTokens === null) return null
  const cached = usage.cachedTokens ?? 0
  const parts = [
    [inputTokens - cached, prices.input],
    [cached, prices.cachedInput],
    [outputTokens, prices.output],
  ] as const
  let millionths = 0
  for (const [tokens, price] of parts) {
    if (tokens === 0) continue
    if (price === null) return null
    millionths += tokens * price
  }
  const nanos = Math.round(millionths * nanosPerMillionth)
  return Number.isSafeInteger(nanos) ? nanos : null
}
