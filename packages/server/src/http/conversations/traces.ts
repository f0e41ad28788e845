import { type AgentId, callerReference, ProblemError } from '@repertoire/core/base'
import { isOpenRun, type LoggedEvent, type Run } from '@repertoire/core/domain'
import {
  type RunRecord,
  readTrace,
  runSpans,
  type Trace,
  type TraceItem,
  type TurnTotals,
  traceSpans,
  turnTotals,
} from '@repertoire/core/report'
import { type TracedRunBody, type TraceItemBody, traceRoutes } from '@repertoire/protocol'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { toWireEvent } from '../wire/event.ts'
import { toExecutionSummary } from '../wire/execution.ts'
import { nanosPerUnit } from '../wire/model-call-usage.ts'
import { toAuditEntryBody } from '../wire/organisation.ts'
import { wireTime, wireTimeOrNull } from '../wire/time.ts'
import { toTraceSpan, toUsageBody } from '../wire/trace-span.ts'
import { toFiringBody } from '../wire/trigger.ts'

/** Of one turn, for its line in the list; what a longer one took is not said there. */
const maxTurnEvents = 500
const shownCharacters = 200

/** What happened under a trace id. */
export function bindTraces(bind: BindRoute, app: Application): void {
  bind(traceRoutes.get, async ({ params, caller }) => {
    const { store } = catalogOf(app, caller)
    const trace = await readTrace(store, caller.principal, params.trace_id)
    const items = trace.items.map(toItem)
    const runs = trace.runs.map((run) =>
      toTracedRun(run, eventsOf(trace, run), { isWhole: !trace.truncated }),
    )
    const spans = runRecordsOf(trace).flatMap(traceSpans).map(toTraceSpan)
    return { body: { trace_id: params.trace_id, runs, items, spans, truncated: trace.truncated } }
  })

  bind(traceRoutes.otlp, async ({ params, query, caller }) => {
    const { store } = catalogOf(app, caller)
    const trace = await readTrace(store, caller.principal, params.trace_id)
    const ended = runRecordsOf(trace).filter(({ run }) => !isOpenRun(run.status))
    if (ended.length === 0) throw noTurnEnded(params.trace_id)
    const options = { sha256: app.sha256, contents: query.contents === 'true' }
    const { toOtlpTrace } = await import('../../platform/telemetry/otlp-trace.ts')
    return {
      body: toOtlpTrace(
        ended.flatMap((record) => runSpans(record, options)),
        app.version,
      ),
    }
  })

  bind(traceRoutes.list, async ({ query, caller }) => {
    const { store } = catalogOf(app, caller)
    const { userId } = caller.principal
    const { from, to, reference, agent, status, ...page } = query
    const within = {
      from: from === undefined ? 0 : Date.parse(from),
      to: to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(to),
      // A value that is nobody's reference finds nothing.
      ...(reference !== undefined && { reference: callerReference(reference) ?? '' }),
      ...(agent !== undefined && { agentId: agent as AgentId }),
      ...(status !== undefined && { status }),
    }
    const found = await store.traces.startedWithin(userId, within, page)
    const events = await store.traces.turnEvents(userId, found.items, maxTurnEvents)
    const items = found.items.map((run) => toStartedRun(run, events.get(run.id) ?? []))
    return { body: { items, next_cursor: found.nextCursor } }
  })
}

/** What the caller may read of each turn: their own alone. */
function runRecordsOf({ runs, items }: Trace): readonly RunRecord[] {
  const events = new Map<string, LoggedEvent[]>(runs.map(({ id }) => [id, []]))
  for (const item of items) if (item.kind === 'event') events.get(item.run.id)?.push(item.logged)
  const executions = items.flatMap((item) => (item.kind === 'execution' ? [item.execution] : []))
  return runs.map((run) => ({
    run,
    events: events.get(run.id) ?? [],
    executions: executions.filter(({ runId }) => runId === run.id),
  }))
}

function noTurnEnded(traceId: string): ProblemError {
  return new ProblemError({
    code: 'trace.not-ended',
    kind: 'conflict',
    message: 'No turn of yours has ended under this trace id. Export it when one has.',
    details: { trace_id: traceId },
  })
}

function toStartedRun(run: Run, events: readonly LoggedEvent[]): TracedRunBody {
  return toTracedRun(run, events, { isWhole: events.length < maxTurnEvents })
}

function eventsOf({ items }: Trace, run: Run): readonly LoggedEvent[] {
  return items.flatMap((item) =>
    item.kind === 'event' && item.run.id === run.id ? [item.logged] : [],
  )
}

function toTracedRun(
  run: Run,
  events: readonly LoggedEvent[],
  { isWhole }: { readonly isWhole: boolean },
): TracedRunBody {
  let message = ''
  let signal: TracedRunBody['started_by'] = { kind: 'person', signal_id: null }
  for (const { event } of events) {
    if (event.type === 'message-received') message = event.text.slice(0, shownCharacters)
    if (event.type !== 'run-started' || !event.signal) continue
    signal = { kind: event.signal.source, signal_id: event.signal.signalId }
  }
  return {
    trace_id: run.traceId,
    reference: run.reference ?? null,
    run_id: run.id,
    conversation_id: run.conversationId,
    status: run.status,
    started_at: wireTime(run.startedAt),
    finished_at: wireTimeOrNull(run.finishedAt),
    started_by: signal,
    message: message.toWellFormed(),
    ...toTotals(turnTotals(run, events), isWhole),
  }
}

/** A part of a turn says nothing about what the whole took. */
function toTotals({ agent, models, steps, usage, costNanos }: TurnTotals, isWhole: boolean) {
  return {
    agent: agent && { id: agent.id, name: agent.name.toWellFormed() },
    models: models.map((name) => name.toWellFormed()),
    steps: isWhole ? steps : null,
    usage: isWhole ? toUsageBody(usage) : null,
    cost: isWhole && costNanos !== null ? costNanos / nanosPerUnit : null,
  }
}

function toItem(item: TraceItem): TraceItemBody {
  const at = wireTime(item.at)
  switch (item.kind) {
    case 'signal':
      return { at, kind: 'signal', signal: toFiringBody(item) }
    case 'event': {
      const { id: run_id, conversationId: conversation_id } = item.run
      return { at, kind: 'event', conversation_id, run_id, event: toWireEvent(item.logged) }
    }
    case 'execution':
      return { at, kind: 'execution', execution: toExecutionSummary(item.execution) }
    case 'audit':
      return { at, kind: 'audit', entry: toAuditEntryBody(item.entry) }
  }
}
