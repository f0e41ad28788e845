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
import type { Span } from '@repertoire/core'
import type { TelemetryProtocol } from './telemetry-settings.ts'

/** Spans that wait or are being sent: what a collector that does not answer may cost. */
const maxQueuedSpans = 2_048
/** Milliseconds in which turns that end are gathered into one request. */
const batchDelayMs = 1_000

/** Sends finished spans to the collector that the environment names, in batches. Nothing waits for it. */
export interface CollectorClient {
  /** The spans of one run: all of them, or false when too many wait already. */
  send(spans: readonly Span[]): boolean
  /** Resolves when what was given is sent, or has failed. */
  flush(): Promise<void>
  /** The same, and takes nothing more. */
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
      // Each fault was told as it happened.
      await provider.forceFlush().catch(() => undefined)
      await otlp.forceFlush()
    },
    close: () => provider.shutdown().catch(() => undefined),
  }
}

/** Its answer may repeat what it was sent, so it is no part of the log. */
function withoutResponseBody({ name, message }: Error): Error {
  return new Error(`the collector was not told: ${message || name}`)
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
    const begun = tracer.startSpan(name, { kind, startTime, attributes: { ...attributes } }, parent)
    if (error !== null) begun.setStatus({ code: SpanStatusCode.ERROR, message: error })
    begun.end(timeOf(Math.max(span.startedAt, span.endedAt)))
  }
  return { provider, recordSpan }
}

function parentOf({ traceId, parentSpanId }: Span, batchSpanIds: ReadonlySet<string>): Context {
  if (parentSpanId === null) return ROOT_CONTEXT
  const isRemote = !batchSpanIds.has(parentSpanId)
  const parent = { traceId, spanId: parentSpanId, traceFlags: TraceFlags.SAMPLED, isRemote }
  return trace.setSpanContext(ROOT_CONTEXT, parent)
}

/** Seconds and nanoseconds: a bare number may be taken for time since the process began. */
function timeOf(milliseconds: number): [number, number] {
  const seconds = Math.floor(milliseconds / 1000)
  return [seconds, (milliseconds - seconds * 1000) * 1_000_000]
}
