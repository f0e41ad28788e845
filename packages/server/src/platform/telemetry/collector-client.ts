import {
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Span } from '@repertoire/core/report'
import { timeOf } from './span-time.ts'
import type { TelemetryProtocol } from './telemetry-settings.ts'

/** Limit of queued spans, so that an unresponsive collector costs bounded memory. */
const maxQueuedSpans = 2_048
/** Milliseconds in which spans are gathered into one batch. */
const batchDelayMs = 1_000

/** Sends finished spans to the configured collector in batches. Nothing waits for it. */
export interface CollectorClient {
  /** Queues the spans of one run. False when the queue is full. */
  send(spans: readonly Span[]): boolean
  /** Resolves when the queued spans are sent, or have failed. */
  flush(): Promise<void>
  /** Flushes, and accepts nothing more. */
  close(): Promise<void>
}

export interface CollectorClientOptions {
  readonly protocol: TelemetryProtocol
  readonly version: string
  readonly onError: (error: Error) => void
}

export async function openCollectorClient(
  options: CollectorClientOptions,
): Promise<CollectorClient> {
  const otlp =
    options.protocol === 'http/json'
      ? (await import('./json-exporter.ts')).createJsonExporter()
      : new OTLPTraceExporter()
  let waiting = 0
  const exporter: SpanExporter = {
    export: (spans, done) =>
      otlp.export(spans, (result) => {
        waiting -= spans.length
        if (result.error) options.onError(withoutResponseBody(result.error))
        done(result)
      }),
    shutdown: () => otlp.shutdown(),
  }
  const { provider, recordSpan } = openTracer(exporter, options)
  return {
    send: (spans) => {
      if (waiting > 0 && waiting + spans.length > maxQueuedSpans) return false
      const sent = spans.slice(0, maxQueuedSpans)
      waiting += sent.length
      const batchSpanIds = new Set(sent.map(({ spanId }) => spanId))
      for (const span of sent) recordSpan(span, parentOf(span, batchSpanIds))
      return true
    },
    flush: async () => {
      // Each error was reported when it happened.
      await provider.forceFlush().catch(() => undefined)
      await otlp.forceFlush()
    },
    close: () => provider.shutdown().catch(() => undefined),
  }
}

/** Without the response's body, which may repeat what was sent. */
function withoutResponseBody({ name, message }: Error): Error {
  return new Error(`the export to the collector failed: ${message || name}`)
}

function openTracer(exporter: SpanExporter, { version }: Pick<CollectorClientOptions, 'version'>) {
  const own = resourceFromAttributes({ 'service.name': 'repertoire', 'service.version': version })
  const fromEnvironment = detectResources({
    detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector],
  })
  let next: Pick<Span, 'traceId' | 'spanId'> = { traceId: '', spanId: '' }
  const provider = new TracerProvider({
    resource: defaultResource().merge(own).merge(fromEnvironment),
    sampler: new AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId },
    spanProcessors: [
      new BatchSpanProcessor({
        ...{ exporter, maxQueueSize: maxQueuedSpans, scheduledDelayMillis: batchDelayMs },
      }),
    ],
  })
  const tracer = provider.getTracer('repertoire', version)
  const recordSpan = (span: Span, parent: Context) => {
    next = span
    const { name, attributes, error } = span
    const kind = span.kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL
    const startTime = timeOf(span.startedAt)
    const otelSpan = tracer.startSpan(
      name,
      { kind, startTime, attributes: { ...attributes } },
      parent,
    )
    if (error !== null) otelSpan.setStatus({ code: SpanStatusCode.ERROR, message: error })
    otelSpan.end(timeOf(Math.max(span.startedAt, span.endedAt)))
  }
  return { provider, recordSpan }
}

function parentOf({ traceId, parentSpanId }: Span, batchSpanIds: ReadonlySet<string>): Context {
  if (parentSpanId === null) return ROOT_CONTEXT
  const isRemote = !batchSpanIds.has(parentSpanId)
  const parent = { traceId, spanId: parentSpanId, traceFlags: TraceFlags.SAMPLED, isRemote }
  return trace.setSpanContext(ROOT_CONTEXT, parent)
}
