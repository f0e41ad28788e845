import { type ModelCallUsage, reportedUsage } from '@repertoire/core/domain'
import type { ModelCallUsageBody } from '@repertoire/protocol'

export const nanosPerUnit = 1_000_000_000

/** What a model call took; null for what nobody reported. */
export function toModelCallUsage(took: ModelCallUsage): ModelCallUsageBody {
  const { inputTokens, outputTokens, cachedTokens } = reportedUsage(took.usage)
  return {
    usage: {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cached_tokens: cachedTokens,
    },
    duration_ms: took.durationMs ?? null,
    cost: took.costNanos === undefined ? null : took.costNanos / nanosPerUnit,
  }
}
