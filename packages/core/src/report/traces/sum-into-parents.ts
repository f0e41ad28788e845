import type { TokenUsage } from '../../domain/token-usage.ts'
import type { TraceSpan } from './trace-span.ts'

interface Sum {
  readonly usage: Required<TokenUsage>
  readonly costNanos: number | null
}

/** What model calls took, summed into everything around them. Pure. */
export function sumIntoParents(spans: readonly TraceSpan[]): readonly TraceSpan[] {
  const parents = new Map(spans.map(({ id, parentId }) => [id, parentId]))
  const sums = new Map<string, Sum>()
  for (const { parentId, usage, costNanos } of spans) {
    if (!usage) continue
    for (let at = parentId; at !== null; at = parents.get(at) ?? null) {
      const sum = sums.get(at)
      sums.set(at, sum ? add(sum, { usage, costNanos }) : { usage, costNanos })
    }
  }
  return spans.map((span) => ({ ...span, ...sums.get(span.id) }))
}

function add(one: Sum, other: Sum): Sum {
  return {
    usage: {
      inputTokens: plus(one.usage.inputTokens, other.usage.inputTokens),
      outputTokens: plus(one.usage.outputTokens, other.usage.outputTokens),
      cachedTokens: plus(one.usage.cachedTokens, other.usage.cachedTokens),
    },
    costNanos: plus(one.costNanos, other.costNanos),
  }
}

/** A sum with an unknown part is unknown. */
function plus(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other
}
