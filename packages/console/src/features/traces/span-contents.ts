import type { TraceItemBody, TraceSpanBody, WireEvent } from '@repertoire/protocol'
import { eventLabel } from '../chat/timeline-rows.ts'

/** A text that went into a span or came out of it. Untrusted. */
export interface SpanText {
  readonly label: string
  readonly text: string
}

export interface SpanContents {
  readonly input: readonly SpanText[]
  readonly output: readonly SpanText[]
}

interface Traced {
  readonly spans: readonly TraceSpanBody[]
  readonly items: readonly TraceItemBody[]
}

/** What went into a span and what came out, from the events of the trace. Pure. */
export function spanContents(span: TraceSpanBody, trace: Traced): SpanContents {
  const events = eventsOf(span, trace.items)
  switch (span.kind) {
    case 'model':
      return { input: modelInput(span, { events, trace }), output: modelOutput(span, events) }
    case 'tool':
    case 'agent':
      return callContents(span.call_id, events)
    case 'wait':
      return waitContents(span.approval_id, events)
    case 'script':
      return callContents(span.call_id, events)
    case 'run':
      return {
        input: textsOf(events, messageOf),
        output: textsOf(events, endOf),
      }
    default:
      return { input: [], output: textsOf(events, (event) => placed(span, event)) }
  }
}

/** The model call of the same agent before this one; its prompt is what this one’s is compared with. Pure. */
export function callBefore(
  span: TraceSpanBody,
  spans: readonly TraceSpanBody[],
): TraceSpanBody | undefined {
  const calls = spans.filter(
    ({ kind, parent_id, run_id }) =>
      kind === 'model' && parent_id === span.parent_id && run_id === span.run_id,
  )
  return calls[calls.findIndex(({ id }) => id === span.id) - 1]
}

function eventsOf(
  { run_id }: TraceSpanBody,
  items: readonly TraceItemBody[],
): readonly WireEvent[] {
  return items.flatMap((item) =>
    // On the wire an event's data is of its name; the schema of any event cannot say so.
    item.kind === 'event' && item.run_id === run_id ? [item.event as WireEvent] : [],
  )
}

function textsOf(
  events: readonly WireEvent[],
  of: (event: WireEvent) => SpanText | undefined,
): readonly SpanText[] {
  return events.map(of).filter((text) => text !== undefined)
}

interface Given {
  readonly events: readonly WireEvent[]
  readonly trace: Traced
}

/** What this call was given that the one before was not: the message, results, answers. */
function modelInput(span: TraceSpanBody, { events, trace }: Given): readonly SpanText[] {
  const from = callBefore(span, trace.spans)?.last_event ?? 0
  const to = span.first_event ?? 0
  const fork = trace.spans.find(({ id }) => id === span.parent_id)?.call_id ?? undefined
  return textsOf(events, (event) => {
    if (event.id <= from || event.id >= to) return undefined
    if (event.event === 'fork_started' && event.data.call_id === fork) {
      return { label: 'Task of the sub-agent', text: event.data.task }
    }
    if ('fork' in event.data ? event.data.fork !== fork : fork !== undefined) return undefined
    return messageOf(event) ?? resultOf(event) ?? summaryOf(event)
  })
}

function modelOutput(span: TraceSpanBody, events: readonly WireEvent[]): readonly SpanText[] {
  return events.flatMap((event): readonly SpanText[] => {
    if (event.id !== span.last_event) return []
    if (event.event === 'step_interrupted') {
      return [{ label: 'Answer, broken off', text: event.data.text }]
    }
    if (event.event !== 'step_completed') return []
    const { text, tool_calls } = event.data
    return [
      ...(text === '' ? [] : [{ label: 'Answer', text }]),
      ...tool_calls.map(({ name, input }) => ({ label: `Calls ${name}`, text: pretty(input) })),
    ]
  })
}

function callContents(callId: string | null, events: readonly WireEvent[]): SpanContents {
  if (callId === null) return { input: [], output: [] }
  const called = events.flatMap((event) => {
    if (event.event === 'tool_started' && event.data.call.id === callId) return [event.data.call]
    if (event.event !== 'step_completed') return []
    return event.data.tool_calls.filter(({ id }) => id === callId)
  })
  const input = called.slice(-1).map((call) => ({ label: call.name, text: pretty(call.input) }))
  const results = textsOf(events, (event) =>
    event.event === 'tool_completed' && event.data.call_id === callId ? resultOf(event) : undefined,
  )
  return { input, output: results }
}

function waitContents(approvalId: string | null, events: readonly WireEvent[]): SpanContents {
  const input = textsOf(events, (event) => {
    if (event.event !== 'approval_required') return undefined
    const text = JSON.stringify(event.data)
    if (approvalId === null || !text.includes(JSON.stringify(approvalId))) return undefined
    return { label: eventLabel(event), text: pretty(event.data) }
  })
  const output = textsOf(events, (event) =>
    event.event === 'approval_resolved' && event.data.approval_id === approvalId
      ? { label: eventLabel(event), text: event.data.note || 'Without a note' }
      : undefined,
  )
  return { input, output }
}

function placed({ first_event, last_event }: TraceSpanBody, event: WireEvent) {
  if (event.id !== first_event && event.id !== last_event) return undefined
  return summaryOf(event) ?? { label: 'What happened', text: eventLabel(event) }
}

function messageOf(event: WireEvent): SpanText | undefined {
  if (event.event !== 'message_received') return undefined
  return { label: 'Message', text: event.data.text }
}

function resultOf(event: WireEvent): SpanText | undefined {
  if (event.event !== 'tool_completed') return undefined
  const { name, outcome } = event.data
  return outcome.status === 'ok'
    ? { label: `Result of ${name}`, text: pretty(outcome.output) }
    : { label: `${name} ${outcome.status}`, text: outcome.problem.message }
}

function summaryOf(event: WireEvent): SpanText | undefined {
  if (event.event !== 'context_summarised') return undefined
  return { label: 'Summary of what came before', text: event.data.text }
}

function endOf(event: WireEvent): SpanText | undefined {
  if (event.event === 'run_completed') return { label: 'Answer', text: event.data.text }
  if (event.event === 'run_failed') return { label: 'Failed', text: event.data.problem.message }
  return event.event === 'run_cancelled' ? { label: 'Stopped', text: 'By a person' } : undefined
}

function pretty(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
