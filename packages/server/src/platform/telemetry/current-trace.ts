import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceId } from '@repertoire/core/base'

interface TracePosition {
  readonly traceId: TraceId
  readonly spanId: string
}

const current = new AsyncLocalStorage<TracePosition>()

/** Outgoing requests of `work` belong to this trace. */
export function runInTrace<Value>(position: TracePosition, work: () => Value): Value {
  return current.run(position, work)
}

/** The W3C `traceparent` header for outgoing requests. Undefined outside a trace. */
export function traceparent(): string | undefined {
  const position = current.getStore()
  return position && `00-${position.traceId}-${position.spanId}-01`
}

/** A `fetch` that sends the `traceparent` header. */
export function tracedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const header = traceparent()
    if (header === undefined) return fetch(input, init)
    const request = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}))
    request.set('traceparent', header)
    return fetch(input, { ...init, headers: request })
  }
}
