import type { TraceSpan } from '@repertoire/core/report'
import type { TraceSpanBody } from '@repertoire/protocol'
import { nanosPerUnit } from './model-call-usage.ts'
import { wireTime, wireTimeOrNull } from './time.ts'

/** A span on the wire. Names that models invented are kept whole, without lone surrogates. */
export function toTraceSpan(span: TraceSpan): TraceSpanBody {
  const { usage, costNanos } = span
  return {
    id: span.id,
    parent_id: span.parentId,
    run_id: span.runId,
    kind: span.kind,
    name: span.name.toWellFormed(),
    started_at: wireTime(span.startedAt),
    ended_at: wireTimeOrNull(span.endedAt),
    status: span.status,
    error: span.error,
    first_event: span.firstSeq,
    last_event: span.lastSeq,
    call_id: span.callId,
    approval_id: span.approvalId,
    execution_id: span.executionId,
    prompt_digest: span.promptDigest,
    skills: span.skills.map(({ skillId: id, slug, digest }) => ({ id, slug, digest })),
    usage: toUsageBody(usage),
    cost: costNanos === null ? null : costNanos / nanosPerUnit,
  }
}

export function toUsageBody(usage: TraceSpan['usage']): TraceSpanBody['usage'] {
  return (
    usage && {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cached_tokens: usage.cachedTokens,
    }
  )
}
