import {
  mostTracedEvents,
  type RunId,
  runSpans,
  type Sha256,
  type Span,
  type Store,
  type TenantId,
  type UserId,
} from '@repertoire/core'
import type { TelemetrySettings } from './telemetry-settings.ts'

const timeoutMs = 10_000
/** Runs told at the same time; more than that are left out, so that a slow collector costs no memory. */
const mostUnderWay = 64
const quietMs = 60_000

/** Tells a collector of runs that are over, by OTLP over HTTP with JSON. Nothing waits for it. */
export interface SpanExporter {
  tell(run: { readonly tenantId: TenantId; readonly userId: UserId; readonly runId: RunId }): void
  /** Resolves when what is under way is told, or has failed. */
  idle(): Promise<void>
}

export interface SpanExporterOptions extends TelemetrySettings {
  readonly store: Store
  readonly sha256: Sha256
  readonly version: string
  /** At most once a minute. */
  readonly onFault: (error: unknown) => void
}

export function createSpanExporter(options: SpanExporterOptions): SpanExporter {
  const { store, sha256, contents } = options
  const underWay = new Set<Promise<void>>()
  let toldAt = Number.NEGATIVE_INFINITY

  async function send(run: Parameters<SpanExporter['tell']>[0]): Promise<void> {
    const { conversations, traces } = store.tenant(run.tenantId)
    const found = await conversations.run(run.userId, run.runId)
    if (!found) return
    const events = await traces.events(run.userId, found, mostTracedEvents)
    const body = JSON.stringify(exportOf(runSpans(found, events, { sha256, contents }), options))
    const response = await fetch(options.url, {
      method: 'POST',
      headers: { ...options.headers, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the collector answered ${response.status}`)
  }

  function fault(error: unknown): void {
    if (performance.now() - toldAt < quietMs) return
    toldAt = performance.now()
    options.onFault(error)
  }

  return {
    tell: (run) => {
      if (underWay.size >= mostUnderWay) return fault(new Error('the collector is too slow'))
      const sending = send(run)
        .catch(fault)
        .finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    idle: async () => {
      await Promise.all(underWay)
    },
  }
}

function exportOf(
  spans: readonly Span[],
  { serviceName, version }: Pick<SpanExporterOptions, 'serviceName' | 'version'>,
) {
  const resource = { 'service.name': serviceName, 'service.version': version }
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'repertoire', version }, spans: spans.map(toOtlp) }],
      },
    ],
  }
}

function toOtlp(span: Span) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId !== null && { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: span.kind === 'client' ? 3 : 1,
    startTimeUnixNano: `${span.startedAt}000000`,
    endTimeUnixNano: `${span.endedAt}000000`,
    attributes: attributesOf(span.attributes),
    status: span.error === null ? {} : { code: 2, message: span.error },
  }
}

function attributesOf(attributes: Span['attributes']) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: otlpValue(value) }))
}

function otlpValue(value: Span['attributes'][string]) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
