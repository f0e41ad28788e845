import type { TraceId } from './ids.ts'
import { oneLine } from './text/neutralise.ts'

/** A valid W3C trace id; undefined for any other value. Pure. */
export function validTraceId(value: unknown): TraceId | undefined {
  const valid = typeof value === 'string' && /^(?!0{32})[0-9a-f]{32}$/.test(value)
  return valid ? value : undefined
}

const maxReferenceLength = 200
const loneSurrogates = /\p{Cs}/gu

/**
 * A caller's own name for what it sent, on one line of at most 200 characters; undefined for a valid trace id and
 * for any other value. Equal names give equal references. Pure.
 */
export function callerReference(value: unknown): string | undefined {
  if (typeof value !== 'string' || validTraceId(value)) return undefined
  const line = oneLine(value.replace(loneSurrogates, '\ufffd'))
  return line === '' || line.length > maxReferenceLength ? undefined : line
}

/** The trace id and the sender's span of a `traceparent` header; undefined when it is invalid. Pure. */
export function parseTraceparent(
  header: string | null | undefined,
): { readonly traceId: TraceId; readonly spanId: string; readonly sampled: boolean } | undefined {
  const parts = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(
    (header ?? '').trim(),
  )
  if (!parts) return undefined
  const [, version, trace, spanId = '', flags = '00', more] = parts
  const traceId = validTraceId(trace)
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (!traceId || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
