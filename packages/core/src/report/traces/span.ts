import type { Timestamp, TraceId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'

type Attribute = string | number | boolean

export type SpanAttributes = Readonly<Record<string, Attribute>>

/** An OpenTelemetry span, named by the GenAI semantic conventions. */
export interface Span {
  readonly traceId: TraceId
  /** 16 hex digits, deterministic: a repeated export gives the same span. */
  readonly spanId: string
  /** Of the root: the caller's span in another program; null when none was given. */
  readonly parentSpanId: string | null
  readonly name: string
  readonly kind: 'internal' | 'client'
  readonly startedAt: Timestamp
  readonly endedAt: Timestamp
  readonly attributes: SpanAttributes
  /** A stable code, also the attribute `error.type`; null without an error. */
  readonly error: string | null
}

export interface SpanOptions {
  readonly sha256: Sha256
  /** Whether attributes contain messages, arguments and results. */
  readonly contents: boolean
}

/** The id of a run's root span, which is the parent of its outgoing requests. */
export function runSpanId(runId: string, sha256: Sha256): string {
  return sha256(`run\n${runId}`).slice(0, 16)
}
