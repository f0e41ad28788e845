import type { Timestamp, TraceId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'

type Attribute = string | number | boolean

export type SpanAttributes = Readonly<Record<string, Attribute>>

/** One piece of work as OpenTelemetry sees it, named by its GenAI conventions. */
export interface Span {
  readonly traceId: TraceId
  /** 16 hex digits that follow from what it is of: told twice, it is the same span. */
  readonly spanId: string
  /** Of the root: the span of whoever asked for the run, in another program; null when none was named. */
  readonly parentSpanId: string | null
  readonly name: string
  readonly kind: 'internal' | 'client'
  readonly startedAt: Timestamp
  readonly endedAt: Timestamp
  readonly attributes: SpanAttributes
  /** A stable code, also the attribute `error.type`; null when nothing went wrong. */
  readonly error: string | null
}

export interface SpanOptions {
  readonly sha256: Sha256
  /** Also what was said, given and answered. */
  readonly contents: boolean
}

/** The span of a run, which what it sends out belongs to. */
export function runSpanId(runId: string, sha256: Sha256): string {
  return sha256(`run\n${runId}`).slice(0, 16)
}
