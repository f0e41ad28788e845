import type { ModelCallUsageBody } from '@repertoire/protocol'

/** A model call as tests know it. */
export function sampleModelCall(
  input: number | null,
  output: number | null,
  more: Partial<Pick<ModelCallUsageBody, 'cost' | 'duration_ms'>> = {},
): ModelCallUsageBody {
  const usage = { input_tokens: input, output_tokens: output, cached_tokens: null }
  return { usage, duration_ms: null, cost: null, ...more }
}
