import type { Timestamp } from '../../base/ids.ts'
import type { Run } from '../../domain/conversation.ts'
import type { TraceSpan } from './trace-span.ts'

interface SpanBeginning {
  readonly key: string
  /** The parent is the open span of this key, or else the run. */
  readonly parentKey: string | null
  readonly at: Timestamp
  readonly seq: number
}

type SpanDetails = Partial<Omit<TraceSpan, 'id' | 'parentId' | 'runId'>> &
  Pick<TraceSpan, 'kind' | 'name'>
export type SpanEnd = Pick<TraceSpan, 'status'> & Partial<TraceSpan>

/**
 * The spans of a run while its log is read. A span begins only inside one that is open, and ends with it at the latest, so
 * that spans nest whatever the log says.
 */
export interface SpanTree {
  isOpen(key: string): boolean
  begin(beginning: SpanBeginning, details: SpanDetails): void
  /** Does nothing when the span is not open, like `end`. */
  update(key: string, change: (span: TraceSpan) => Partial<TraceSpan>): void
  /** Ends the spans inside as well, those with `inside`. */
  end(
    key: string,
    at: Timestamp,
    ending: { readonly self: SpanEnd; readonly inside: SpanEnd },
  ): void
  /** Ends everything that is open. */
  endAll(at: Timestamp | null, ending: SpanEnd): void
  spans(): readonly TraceSpan[]
}

export function createSpanTree({ id: runId }: Pick<Run, 'id'>): SpanTree {
  const spans = new Map<string, TraceSpan>()
  const open = new Map<string, string>()
  const close = (key: string, at: Timestamp | null, ending: SpanEnd) => {
    const span = spans.get(open.get(key) ?? '')
    if (!span) return
    open.delete(key)
    spans.set(span.id, { ...span, ...ending, endedAt: at })
  }
  const isInside = (id: string | null, outer: string): boolean =>
    id !== null && (id === outer || isInside(spans.get(id)?.parentId ?? null, outer))
  const tree: SpanTree = {
    isOpen: (key) => open.has(key),
    begin: ({ key, parentKey, at, seq }, details) => {
      if (open.has(key)) return
      const id = `${runId}:${seq}:${key}`
      const parentId = (parentKey === null ? undefined : open.get(parentKey)) ?? runId
      open.set(key, id)
      spans.set(id, {
        ...{ id, parentId, runId, startedAt: at, endedAt: null, status: 'running', error: null },
        ...{ firstSeq: seq, lastSeq: seq, ...noDetails, ...details },
      })
    },
    update: (key, change) => {
      const span = spans.get(open.get(key) ?? '')
      if (span) spans.set(span.id, { ...span, ...change(span) })
    },
    end: (key, at, { self, inside }) => {
      const id = open.get(key)
      if (id === undefined) return
      for (const [other, otherId] of [...open]) {
        if (otherId !== id && isInside(otherId, id)) close(other, at, inside)
      }
      close(key, at, self)
    },
    endAll: (at, ending) => {
      for (const key of [...open.keys()]) close(key, at, ending)
    },
    spans: () => [...spans.values()],
  }
  return tree
}

export const noDetails = {
  ...{ callId: null, approvalId: null, executionId: null, promptDigest: null },
  ...{ skills: [], usage: null, costNanos: null },
} as const
