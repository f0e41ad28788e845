import type { Run } from '../agent/conversation.ts'
import type { ConversationEvent, LoggedEvent, ToolOutcome } from '../agent/events.ts'
import type { Timestamp, TraceId } from '../ids.ts'
import type { Sha256 } from '../ports/clock.ts'

type Attribute = string | number | boolean

/** One piece of work as OpenTelemetry sees it, named by its GenAI conventions. */
export interface Span {
  readonly traceId: TraceId
  /** 16 hex digits that follow from what it is of: told twice, it is the same span. */
  readonly spanId: string
  readonly parentSpanId: string | null
  readonly name: string
  readonly kind: 'internal' | 'client'
  readonly startedAt: Timestamp
  readonly endedAt: Timestamp
  readonly attributes: Readonly<Record<string, Attribute>>
  /** A stable code; null when nothing went wrong. */
  readonly error: string | null
}

export interface SpanOptions {
  readonly sha256: Sha256
  /** Also what was said, given and answered. */
  readonly contents: boolean
}

/** Characters of one content. */
const longestContent = 8_000

/** The span of a run, which what it sends out belongs to. */
export function runSpanId(runId: string, sha256: Sha256): string {
  return sha256(`run\n${runId}`).slice(0, 16)
}

/** The spans of a run that is over, from its log: `invoke_agent`, and under it each `chat` and `execute_tool` (E9). Pure. */
export function runSpans(
  run: Run,
  events: readonly LoggedEvent[],
  options: SpanOptions,
): readonly Span[] {
  const spanId = runSpanId(run.id, options.sha256)
  const end = run.finishedAt ?? events.at(-1)?.at ?? run.startedAt
  const book = openBook(run, spanId, options.sha256)
  for (const { at, event } of events) {
    if (event.type.startsWith('step-')) takeStep(book, event, { at, options })
    else takeTool(book, event, { at, options })
  }
  return [rootSpan(run, events, { spanId, end }), ...book.closeAll(end)]
}

interface Book {
  has(key: string): boolean
  begin(key: string, at: Timestamp, what: Pick<Span, 'name' | 'kind' | 'attributes'>): void
  add(key: string, attributes: Span['attributes']): void
  /** Nothing when it is not open. */
  close(key: string, at: Timestamp, more: Partial<Pick<Span, 'attributes' | 'error'>>): void
  /** What is still open was cut off. */
  closeAll(at: Timestamp): readonly Span[]
}

function openBook({ id, traceId }: Run, parentSpanId: string, sha256: Sha256): Book {
  const open = new Map<string, Span>()
  const done: Span[] = []
  const book: Book = {
    has: (key) => open.has(key),
    begin: (key, at, what) => {
      const spanId = sha256(`${id}\n${key}\n${at}`).slice(0, 16)
      const times = { startedAt: at, endedAt: at }
      open.set(key, { traceId, spanId, parentSpanId, ...what, ...times, error: null })
    },
    add: (key, attributes) => {
      const span = open.get(key)
      if (span) open.set(key, { ...span, attributes: { ...span.attributes, ...attributes } })
    },
    close: (key, at, { attributes = {}, error = null }) => {
      const span = open.get(key)
      if (!span) return
      open.delete(key)
      const all = { ...span.attributes, ...attributes }
      done.push({ ...span, attributes: all, error, endedAt: at })
    },
    closeAll: (at) => {
      for (const key of [...open.keys()]) book.close(key, at, { error: 'interrupted' })
      return done
    },
  }
  return book
}

interface Taking {
  readonly at: Timestamp
  readonly options: SpanOptions
}

function takeStep(book: Book, event: ConversationEvent, { at, options }: Taking): void {
  const key = `step ${event.fork ?? ''}`
  if (event.type === 'step-started') {
    book.close(key, at, { error: event.retryOf?.code ?? 'interrupted' })
    book.begin(key, at, chatSpan(event.model.label))
  }
  if (event.type === 'step-completed') {
    book.close(key, at, { attributes: answerAttributes(event, options) })
  }
}

function takeTool(book: Book, event: ConversationEvent, { at, options }: Taking): void {
  if (event.type === 'tool-started') {
    book.begin(`tool ${event.call.id}`, at, toolSpan(event.call, options))
  }
  if (event.type === 'skill-used' || event.type === 'fork-started') {
    const { slug, digest } = event.skill
    book.add(`tool ${event.callId}`, { 'skill.name': slug, 'skill.digest': digest })
  }
  if (event.type === 'tool-completed') {
    const key = `tool ${event.callId}`
    // What the gate refused never began.
    const call = { id: event.callId, name: event.name, input: null }
    if (!book.has(key)) book.begin(key, at, toolSpan(call, { contents: false }))
    book.close(key, at, outcomeOf(event.outcome, options))
  }
}

function rootSpan(
  run: Run,
  events: readonly LoggedEvent[],
  { spanId, end }: { readonly spanId: string; readonly end: Timestamp },
): Span {
  const started = events.find(({ event }) => event.type === 'run-started')?.event
  const { agent, signal } = started?.type === 'run-started' ? started : {}
  return {
    traceId: run.traceId,
    ...{ spanId, parentSpanId: null, name: `invoke_agent${agent ? ` ${agent.name}` : ''}` },
    ...{ kind: 'internal', startedAt: run.startedAt, endedAt: end },
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.conversation.id': run.conversationId,
      'repertoire.run.id': run.id,
      'repertoire.run.status': run.status,
      ...(agent && { 'gen_ai.agent.id': agent.id, 'gen_ai.agent.name': agent.name }),
      ...(signal && {
        'repertoire.signal.id': signal.signalId,
        'repertoire.signal.source': signal.source,
      }),
    },
    error: run.problem?.code ?? null,
  }
}

function chatSpan(model: string) {
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': model }
  return { name: `chat ${model}`, kind: 'client', attributes } as const
}

function toolSpan(
  call: { readonly id: string; readonly name: string; readonly input: unknown },
  { contents }: Pick<SpanOptions, 'contents'>,
) {
  return {
    name: `execute_tool ${call.name}`,
    kind: 'internal',
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': call.name,
      'gen_ai.tool.call.id': call.id,
      ...(contents && { 'gen_ai.tool.call.arguments': shortened(JSON.stringify(call.input)) }),
    },
  } as const
}

function answerAttributes(
  { usage, text }: Extract<ConversationEvent, { type: 'step-completed' }>,
  { contents }: SpanOptions,
): Record<string, Attribute> {
  const said = [{ role: 'assistant', parts: [{ type: 'text', content: shortened(text) }] }]
  return {
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    ...(contents && { 'gen_ai.output.messages': JSON.stringify(said) }),
  }
}

function outcomeOf(outcome: ToolOutcome, { contents }: SpanOptions) {
  if (outcome.status !== 'ok') {
    const { code } = outcome.problem
    return { attributes: { 'error.type': code }, error: code }
  }
  if (!contents) return {}
  return { attributes: { 'gen_ai.tool.call.result': shortened(JSON.stringify(outcome.output)) } }
}

function shortened(text: string): string {
  return text.slice(0, longestContent).replaceAll(/\p{Cs}/gu, '\uFFFD')
}
