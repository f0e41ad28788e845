import type { Run } from '../../domain/conversation.ts'
import type { ConversationEvent, LoggedEvent, UsedSkill } from '../../domain/events.ts'
import type { Execution } from '../../domain/execution.ts'
import { runSpanId, type Span, type SpanOptions } from './span.ts'
import { createSpanCollector, type SpanCollector } from './span-collector.ts'
import {
  activationSpan,
  answerAttributes,
  chatSpan,
  executionSpan,
  forkError,
  modelAttributes,
  outcomeOf,
  skillAttributes,
  summarySpan,
  toolSpan,
} from './span-descriptors.ts'

/** A run with everything its spans are made from. */
export interface RunRecord {
  readonly run: Run
  /** Of this run, oldest first. */
  readonly events: readonly LoggedEvent[]
  /** Of the run's tool calls. */
  readonly executions: readonly Execution[]
}

/**
 * The spans of a finished run, from its log: `invoke_agent` with one child for each `chat` and `execute_tool`.
 * The children of a tool call are its activated skills, its executions and the steps of its sub-agent. Pure.
 */
export function runSpans(record: RunRecord, options: SpanOptions): readonly Span[] {
  const { run, events } = record
  const end = run.finishedAt ?? events.at(-1)?.at ?? run.startedAt
  const collector = createSpanCollector(run, options.sha256)
  for (const logged of events) {
    addStepSpan(collector, logged, options)
    addSummarySpan(collector, logged, options)
    addToolSpan(collector, logged, options)
    addActivationSpans(collector, logged)
  }
  addExecutionSpans(collector, record, { end, options })
  const cut = run.problem?.code ?? (run.status === 'cancelled' ? 'cancelled' : 'interrupted')
  return [rootSpan(record, end, options), ...collector.closeAll(end, cut)]
}

/** The executions that the run's tool calls may have started. Pure. */
export function executionsIn(events: readonly LoggedEvent[]) {
  return events.flatMap(({ event }) =>
    event.type === 'tool-started' && event.executionId ? [event.executionId] : [],
  )
}

const toolKey = (callId: string) => `tool ${callId}`
const stepKey = (fork = '') => `step ${fork}`
const summaryKey = (fork = '') => `summary ${fork}`

/** The parent of a sub-agent's steps is its tool call. */
function parentKeyOf({ fork }: ConversationEvent): string | null {
  return fork === undefined ? null : toolKey(fork)
}

function addStepSpan(
  collector: SpanCollector,
  { seq, at, event }: LoggedEvent,
  options: SpanOptions,
): void {
  const key = stepKey(event.fork)
  if (event.type === 'step-started') {
    if (event.retryOf) collector.close(key, at, { error: event.retryOf.code })
    collector.begin(
      { key, parentKey: parentKeyOf(event), at, discriminator: seq },
      chatSpan(event.model),
    )
  }
  if (event.type === 'step-completed') {
    collector.close(key, at, { attributes: answerAttributes(event, options) })
  }
}

/** A summary is a model call without step events. */
function addSummarySpan(
  collector: SpanCollector,
  { seq, at, event }: LoggedEvent,
  options: SpanOptions,
): void {
  const key = summaryKey(event.fork)
  if (event.type === 'summary-started') {
    collector.begin({ key, parentKey: parentKeyOf(event), at, discriminator: seq }, summarySpan)
  }
  if (event.type === 'context-summarised') {
    collector.close(key, at, { attributes: answerAttributes(event, options) })
  }
}

function addToolSpan(
  collector: SpanCollector,
  { seq, at, event }: LoggedEvent,
  options: SpanOptions,
): void {
  if (event.type === 'tool-started') {
    const start = {
      key: toolKey(event.call.id),
      parentKey: parentKeyOf(event),
      at,
      discriminator: seq,
    }
    collector.begin(start, toolSpan(event.call, options))
  }
  if (event.type === 'skill-used' || event.type === 'fork-started') {
    collector.add(toolKey(event.callId), skillAttributes(event.skill))
  }
  if (event.type === 'tool-completed') {
    const key = toolKey(event.callId)
    // A refused call has no start event.
    if (!collector.has(key)) {
      const call = { id: event.callId, name: event.name }
      collector.begin(
        { key, parentKey: parentKeyOf(event), at, discriminator: seq },
        toolSpan(call, options),
      )
    }
    for (const left of [stepKey(event.callId), summaryKey(event.callId)]) {
      collector.close(left, at, { error: forkError(event.outcome) })
    }
    collector.close(key, at, outcomeOf(event.outcome, options))
  }
}

function addActivationSpans(collector: SpanCollector, { seq, at, event }: LoggedEvent): void {
  const activate = (skills: readonly UsedSkill[], parentKey: string | null) => {
    for (const skill of skills) {
      const key = `activation ${skill.skillId}`
      collector.begin({ key, parentKey, at, discriminator: seq }, activationSpan(skill))
      collector.close(key, at, {})
    }
  }
  if (event.type === 'skills-preloaded') activate(event.skills, null)
  if (event.type === 'skills-state-changed' && event.activated) {
    activate(event.activated.skills, toolKey(event.activated.callId))
  }
}

function addExecutionSpans(
  collector: SpanCollector,
  { executions }: RunRecord,
  { end, options }: { readonly end: number; readonly options: SpanOptions },
): void {
  for (const execution of executions) {
    const { id, callId, startedAt, finishedAt, status } = execution
    const parentKey = callId === null ? null : toolKey(callId)
    const start = { key: `execution ${id}`, parentKey, at: startedAt, discriminator: '' }
    collector.begin(start, executionSpan(execution, options))
    collector.close(start.key, finishedAt ?? end, { error: status === 'ok' ? null : status })
  }
}

function rootSpan({ run, events }: RunRecord, endedAt: number, { sha256 }: SpanOptions): Span {
  const begun = events.find(({ event }) => event.type === 'run-started')?.event
  const { agent, signal, parentSpanId } = begun?.type === 'run-started' ? begun : {}
  const step = events.find(({ event }) => event.type === 'step-started')?.event
  const error = run.problem?.code ?? null
  return {
    traceId: run.traceId,
    spanId: runSpanId(run.id, sha256),
    parentSpanId: parentSpanId ?? null,
    name: `invoke_agent${agent ? ` ${agent.name}` : ''}`,
    ...{ kind: 'internal', startedAt: run.startedAt, endedAt },
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      ...(step?.type === 'step-started' && modelAttributes(step.model)),
      'gen_ai.conversation.id': run.conversationId,
      'repertoire.run.id': run.id,
      'repertoire.run.status': run.status,
      ...(agent && { 'gen_ai.agent.id': agent.id, 'gen_ai.agent.name': agent.name }),
      ...(signal && {
        'repertoire.signal.id': signal.signalId,
        'repertoire.signal.source': signal.source,
      }),
      ...(error !== null && { 'error.type': error }),
    },
    error,
  }
}
