import { SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api'
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import type { Span } from '@repertoire/core/report'
import { type OtlpTrace, otlpTraceSchema } from '@repertoire/protocol'
import { timeOf } from './span-time.ts'

/** Spans as OTLP/JSON, encoded by OpenTelemetry. */
export function toOtlpTrace(spans: readonly Span[], version: string): OtlpTrace {
  const resource = resourceFromAttributes({
    'service.name': 'repertoire',
    'service.version': version,
  })
  const shared = { resource, instrumentationScope: { name: 'repertoire', version } }
  const bytes = JsonTraceSerializer.serializeRequest(
    spans.map((span) => ({ ...toReadableSpan(span), ...shared })),
  )
  return otlpTraceSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
}

function toReadableSpan(span: Span): Omit<ReadableSpan, 'resource' | 'instrumentationScope'> {
  const { traceId, spanId, parentSpanId, name, startedAt, error } = span
  const contextOf = (id: string) => ({ traceId, spanId: id, traceFlags: TraceFlags.SAMPLED })
  const endedAt = Math.max(startedAt, span.endedAt)
  return {
    name,
    kind: span.kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
    spanContext: () => contextOf(spanId),
    ...(parentSpanId !== null && { parentSpanContext: contextOf(parentSpanId) }),
    startTime: timeOf(startedAt),
    endTime: timeOf(endedAt),
    duration: timeOf(endedAt - startedAt),
    ended: true,
    status:
      error === null
        ? { code: SpanStatusCode.UNSET }
        : { code: SpanStatusCode.ERROR, message: error },
    attributes: { ...span.attributes },
    ...{ links: [], events: [] },
    ...{ droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
  }
}
