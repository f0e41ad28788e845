import type { Timestamp } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { Run } from '../../domain/conversation.ts'
import { runSpanId, type Span } from './span.ts'

export type SpanDescriptor = Pick<Span, 'name' | 'kind' | 'attributes'>

/** `parentKey`: null for a child of the root span. */
export interface SpanStart {
  readonly key: string
  readonly parentKey: string | null
  readonly at: Timestamp
  /** Distinguishes spans with the same key. */
  readonly discriminator: number | string
}

/** Collects the spans of a run while its log is read. A closed span may still get children. */
export interface SpanCollector {
  has(key: string): boolean
  begin(start: SpanStart, what: SpanDescriptor): void
  add(key: string, attributes: Span['attributes']): void
  /** Does nothing when the span is not open. */
  close(key: string, at: Timestamp, more: Partial<Pick<Span, 'attributes' | 'error'>>): void
  /** Closes all open spans with `error`, and returns all spans. */
  closeAll(at: Timestamp, error: string): readonly Span[]
}

export function createSpanCollector({ id, traceId }: Run, sha256: Sha256): SpanCollector {
  const rootId = runSpanId(id, sha256)
  const open = new Map<string, Span>()
  const ids = new Map<string, string>()
  const done: Span[] = []
  const collector: SpanCollector = {
    has: (key) => open.has(key),
    begin: ({ key, parentKey, at, discriminator }, what) => {
      // Logs do not begin a key twice; if one did, the first span would be kept.
      collector.close(key, at, { error: 'interrupted' })
      const spanId = sha256(`${id}\n${key}\n${discriminator}`).slice(0, 16)
      const parentSpanId = (parentKey === null ? undefined : ids.get(parentKey)) ?? rootId
      const times = { startedAt: at, endedAt: at }
      ids.set(key, spanId)
      open.set(key, { traceId, spanId, parentSpanId, ...what, ...times, error: null })
    },
    add: (key, attributes) => {
      const span = open.get(key)
      if (span) open.set(key, { ...span, attributes: { ...span.attributes, ...attributes } })
    },
    close: (key, at, { attributes, error = null }) => {
      const span = open.get(key)
      if (!span) return
      open.delete(key)
      const wrong = error !== null && { 'error.type': error }
      const all = { ...span.attributes, ...attributes, ...wrong }
      done.push({ ...span, attributes: all, error, endedAt: at })
    },
    closeAll: (at, error) => {
      for (const key of [...open.keys()]) collector.close(key, at, { error })
      return done
    },
  }
  return collector
}
