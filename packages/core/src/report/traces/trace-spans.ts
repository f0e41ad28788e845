import type { Timestamp } from '../../base/ids.ts'
import type { ApprovalDecision } from '../../domain/approval.ts'
import type { RunStatus } from '../../domain/conversation.ts'
import type { ConversationEvent } from '../../domain/events.ts'
import type { Execution } from '../../domain/execution.ts'
import { isOpenRun } from '../../domain/run-status.ts'
import { type ModelCallUsage, reportedUsage } from '../../domain/token-usage.ts'
import type { RunRecord } from './run-spans.ts'
import { forkError } from './span-descriptors.ts'
import { createSpanTree, noDetails, type SpanEnd, type SpanTree } from './span-tree.ts'
import { sumIntoParents } from './sum-into-parents.ts'
import type { EventOf, TraceSpan, TraceSpanStatus } from './trace-span.ts'

/**
 * The waterfall of a run, from its log: model calls, tool calls, sub-agents, scripts, and the time it waited for a person.
 * Parents stand before their children, and children in the order in which they began. Any beginning of a log gives a valid
 * tree: no span reaches out of its parent. Where clocks disagree, time stands still until the log catches up. Pure.
 */
export function traceSpans(record: RunRecord): readonly TraceSpan[] {
  const { run, events } = record
  const tree = createSpanTree(run)
  const callNames = new Map<string, string>()
  let now = run.startedAt
  for (const { seq, at, event } of events) {
    now = Math.max(now, at)
    const place = { seq, at: now, event, fork: event.fork ?? null }
    addModelCall(tree, place)
    addToolCall(tree, { ...place, callNames })
    addWait(tree, { ...place, callNames })
    addSkills(tree, place)
  }
  const isOpen = isOpenRun(run.status)
  const endedAt = isOpen ? null : Math.max(run.finishedAt ?? now, now)
  endOpenSpans(tree, record, isOpen ? null : now)
  const root = runSpan(record, endedAt)
  const spans = [root, ...tree.spans()]
  return inOrder(sumIntoParents([...spans, ...scriptSpans(record, spans)]))
}

interface Place {
  readonly seq: number
  readonly at: Timestamp
  readonly event: ConversationEvent
  readonly fork: string | null
}
type CallPlace = Place & { readonly callNames: Map<string, string> }

const toolKey = (callId: string) => `tool ${callId}`
const parentKey = (fork: string | null) => (fork === null ? null : toolKey(fork))

function addModelCall(tree: SpanTree, { seq, at, event, fork }: Place): void {
  const step = `step ${fork ?? ''}`
  const summary = `summary ${fork ?? ''}`
  const beginning = { parentKey: parentKey(fork), at, seq }
  if (event.type === 'step-started') {
    const { model, promptDigest, skills = [], retryOf } = event
    // Without a reason for a retry, the process that made the first attempt has died.
    const before = retryOf
      ? ({ status: 'failed', error: retryOf.code } as const)
      : ({ status: 'interrupted' } as const)
    tree.end(step, at, { self: before, inside: before })
    const name = model.id ?? model.label
    tree.begin({ key: step, ...beginning }, { kind: 'model', name, promptDigest, skills })
  }
  if (event.type === 'step-interrupted') tree.update(step, () => ({ lastSeq: seq }))
  if (event.type === 'step-completed') tree.end(step, at, endOfCall(event, seq))
  if (event.type === 'summary-started') {
    tree.end(summary, at, { self: { status: 'interrupted' }, inside: { status: 'interrupted' } })
    tree.begin({ key: summary, ...beginning }, { kind: 'summary', name: '' })
  }
  if (event.type === 'context-summarised') tree.end(summary, at, endOfCall(event, seq))
}

function endOfCall({ usage, costNanos }: ModelCallUsage, lastSeq: number) {
  const taken = { usage: reportedUsage(usage), costNanos: costNanos ?? null }
  const self = { status: 'ok', lastSeq, ...taken } as const
  return { self, inside: self }
}

function addToolCall(tree: SpanTree, { callNames, ...place }: CallPlace): void {
  const { seq, at, event, fork } = place
  if (event.type === 'step-completed') {
    for (const { id, name } of event.toolCalls) callNames.set(id, name)
  }
  if (event.type === 'tool-started') {
    const { call, executionId = null } = event
    beginCall(tree, place, call)
    tree.update(toolKey(call.id), () => ({ executionId, lastSeq: seq }))
  }
  if (event.type === 'fork-started') {
    const { callId, skill } = event
    beginCall(tree, place, { id: callId, name: callNames.get(callId) ?? '' })
    tree.update(toolKey(callId), () => ({ kind: 'agent', skills: [skill] }))
  }
  if (event.type === 'skill-used') {
    tree.update(toolKey(event.callId), ({ skills }) => ({ skills: [...skills, event.skill] }))
  }
  if (event.type === 'skills-state-changed' && event.activated) {
    const { callId, skills } = event.activated
    tree.update(toolKey(callId), (span) => ({ skills: [...span.skills, ...skills] }))
  }
  if (event.type !== 'tool-completed') return
  const { callId, name, outcome } = event
  // A call that the gate refuses at once has no start.
  beginCall(tree, { ...place, fork }, { id: callId, name })
  const isOk = outcome.status === 'ok'
  const error = isOk ? null : outcome.problem.code
  const inside = { status: isOk ? 'interrupted' : 'failed', error: forkError(outcome) } as const
  tree.end(toolKey(callId), at, { self: { status: outcome.status, error, lastSeq: seq }, inside })
}

function beginCall(
  tree: SpanTree,
  { seq, at, fork }: Omit<Place, 'event'>,
  { id, name }: { readonly id: string; readonly name: string },
): void {
  const beginning = { key: toolKey(id), parentKey: parentKey(fork), at, seq }
  tree.begin(beginning, { kind: 'tool', name, callId: id })
}

const waitEnds: Record<ApprovalDecision, TraceSpanStatus> = {
  approved: 'ok',
  denied: 'refused',
  expired: 'refused',
  cancelled: 'cancelled',
}

function addWait(tree: SpanTree, { callNames, ...place }: CallPlace): void {
  const { seq, at, event } = place
  if (event.type === 'approval-required') {
    const { callId, approvalId, approvalType } = event
    // A call begins when it asks, which is before it is started.
    beginCall(tree, place, { id: callId, name: callNames.get(callId) ?? '' })
    const key = `wait ${approvalId}`
    const details = { kind: 'wait', name: approvalType, callId, approvalId } as const
    tree.begin({ key, parentKey: toolKey(callId), at, seq }, { ...details, status: 'waiting' })
  }
  if (event.type === 'approval-resolved') {
    const self = { status: waitEnds[event.decision], lastSeq: seq }
    tree.end(`wait ${event.approvalId}`, at, { self, inside: self })
  }
}

function addSkills(tree: SpanTree, { seq, at, event, fork }: Place): void {
  if (event.type !== 'skills-routed' && event.type !== 'skills-preloaded') return
  const isRouted = event.type === 'skills-routed'
  const skills = isRouted ? [] : event.skills
  const key = `skills ${seq}`
  const name = isRouted ? 'offer' : 'preload'
  tree.begin({ key, parentKey: parentKey(fork), at, seq }, { kind: 'skills', name, skills })
  tree.end(key, at, { self: { status: 'ok' }, inside: { status: 'ok' } })
}

/** What the log leaves open: nothing is known of it where the log was cut before its run ended. */
function endOpenSpans(tree: SpanTree, { run, events }: RunRecord, at: Timestamp | null): void {
  if (at === null) return
  const last = events.findLast(({ event }) => finalEvents.has(event.type))?.event
  tree.endAll(
    at,
    last ? endOfOpenSpan(last) : { status: 'unknown', error: run.problem?.code ?? null },
  )
}

const finalEvents = new Set<ConversationEvent['type']>([
  'run-completed',
  'run-failed',
  'run-cancelled',
])

function endOfOpenSpan(last: ConversationEvent): SpanEnd {
  if (last.type === 'run-failed') return { status: 'failed', error: last.problem.code }
  return { status: last.type === 'run-cancelled' ? 'cancelled' : 'interrupted' }
}

const runStatuses: Record<RunStatus, TraceSpanStatus> = {
  running: 'running',
  waiting: 'waiting',
  completed: 'ok',
  failed: 'failed',
  cancelled: 'cancelled',
}

function runSpan({ run, events }: RunRecord, endedAt: Timestamp | null): TraceSpan {
  const started = events.find(({ event }) => event.type === 'run-started')?.event
  const agent = (started as EventOf<'run-started'> | undefined)?.agent
  return {
    ...{ id: run.id, parentId: null, runId: run.id, kind: 'run', name: agent?.name ?? '' },
    ...{ startedAt: run.startedAt, endedAt, status: runStatuses[run.status] },
    ...{ error: run.problem?.code ?? null, ...noDetails },
    ...{ firstSeq: events[0]?.seq ?? null, lastSeq: events.at(-1)?.seq ?? null },
  }
}

/** Inside their calls, whatever the clock of the executor says. */
function scriptSpans({ executions }: RunRecord, spans: readonly TraceSpan[]): TraceSpan[] {
  const [root] = spans
  if (!root) return []
  return executions.map((execution) => {
    const { id, callId, skill, entry } = execution
    const parent = spans.findLast((span) => callId !== null && isCall(span, callId)) ?? root
    const latest = parent.endedAt ?? Number.POSITIVE_INFINITY
    const startedAt = Math.min(Math.max(execution.startedAt, parent.startedAt), latest)
    const finishedAt = execution.finishedAt ?? parent.endedAt
    const endedAt = finishedAt === null ? null : Math.min(Math.max(finishedAt, startedAt), latest)
    return {
      ...{ ...noDetails, id, parentId: parent.id, runId: root.runId, kind: 'script', name: entry },
      ...{ startedAt, endedAt, ...statusOfExecution(execution, endedAt), callId, executionId: id },
      ...{ firstSeq: null, lastSeq: null },
      ...(skill && { skills: [{ ...skill, name: skill.slug }] }),
    }
  })
}

function isCall({ kind, callId }: TraceSpan, wanted: string): boolean {
  return (kind === 'tool' || kind === 'agent') && callId === wanted
}

function statusOfExecution({ status, finishedAt }: Execution, endedAt: Timestamp | null) {
  if (status === 'ok') return { status, error: null } as const
  if (status === 'cancelled' || status === 'refused' || status === 'interrupted') {
    return { status, error: status }
  }
  if (finishedAt !== null) return { status: 'failed', error: status } as const
  return { status: endedAt === null ? 'running' : 'unknown', error: null } as const
}

/** Each parent right before its children. */
function inOrder(spans: readonly TraceSpan[]): readonly TraceSpan[] {
  const children = new Map<string | null, TraceSpan[]>()
  for (const span of spans) {
    const siblings = children.get(span.parentId)
    if (siblings) siblings.push(span)
    else children.set(span.parentId, [span])
  }
  const ordered: TraceSpan[] = []
  const stack = [...(children.get(null) ?? [])]
  for (let span = stack.pop(); span; span = stack.pop()) {
    ordered.push(span)
    const inside = (children.get(span.id) ?? []).toSorted((a, b) => a.startedAt - b.startedAt)
    stack.push(...inside.reverse())
  }
  return ordered
}
