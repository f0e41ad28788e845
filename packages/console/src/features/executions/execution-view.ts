import type { ExecutionBody, ExecutionEvent } from '@repertoire/protocol'
import { collapseProgress, plainText } from './plain-text.ts'

type Stream = Extract<ExecutionEvent, { event: 'output' }>['data']['stream']

/** What was printed in one go on one stream. */
export interface OutputPart {
  /** Grows by one for each part; stays when older ones go. */
  readonly id: number
  readonly stream: Stream
  readonly text: string
}

/** What a page shows of an execution, folded from its events. */
export interface ExecutionView {
  readonly parts: readonly OutputPart[]
  /** The beginning was left out: it was too much. */
  readonly cut: boolean
  readonly status: Extract<ExecutionEvent, { event: 'state' }>['data']['status']
  /** How it ended; null while it is at work. */
  readonly end: ExecutionBody | null
  /** Ends of sequences still to come, by stream. */
  readonly rest: Readonly<Record<Stream, string>>
}

export const emptyExecution: ExecutionView = {
  parts: [],
  cut: false,
  status: 'queued',
  end: null,
  rest: { stdout: '', stderr: '' },
}

/** UTF-16 units of output kept for the page; the oldest go first. */
export const maxShown = 200_000

/** The view after one more event. Pure. */
export function applyExecutionEvent(view: ExecutionView, event: ExecutionEvent): ExecutionView {
  if (event.event === 'end') return { ...view, end: event.data }
  if (event.event === 'state') return { ...view, status: event.data.status }
  const { stream } = event.data
  const { text, rest } = plainText(view.rest[stream] + event.data.text)
  // What prints has begun, whoever does not say so.
  const next: ExecutionView = { ...view, status: 'running', rest: { ...view.rest, [stream]: rest } }
  return text === '' ? next : withinLimit({ ...next, parts: appended(view.parts, stream, text) })
}

/** The view of one that has ended, from its record alone. */
export function viewOfRecord(execution: ExecutionBody): ExecutionView {
  const streams: readonly Stream[] = ['stdout', 'stderr']
  const printed = streams.reduce((view, stream) => {
    const data = { stream, text: execution[stream] }
    return data.text === '' ? view : applyExecutionEvent(view, { event: 'output', data })
  }, emptyExecution)
  return { ...printed, end: execution }
}

function appended(parts: readonly OutputPart[], stream: Stream, text: string) {
  const last = parts.at(-1)
  if (last?.stream !== stream) {
    return [...parts, { id: (last?.id ?? 0) + 1, stream, text: collapseProgress(text) }]
  }
  return [...parts.slice(0, -1), { ...last, text: collapseProgress(last.text + text) }]
}

function withinLimit(view: ExecutionView): ExecutionView {
  let over = view.parts.reduce((sum, { text }) => sum + text.length, 0) - maxShown
  if (over <= 0) return view
  const parts: OutputPart[] = []
  for (const part of view.parts) {
    const left = part.text.slice(Math.max(0, over)).replace(/^[\uDC00-\uDFFF]/, '')
    over -= part.text.length
    if (left !== '') parts.push({ ...part, text: left })
  }
  return { ...view, parts, cut: true }
}
