import type { WireEvent } from '@repertoire/protocol'
import { askingOf } from '../approvals/approval-question.ts'
import {
  type AskedApproval,
  type ConversationView,
  type EventData,
  emptyView,
  type TextItem,
  type ToolItem,
  type TurnItem,
  type TurnView,
} from './conversation-view.ts'

/** The whole view of a conversation from its events, in the order of the log. */
export function foldConversation(events: readonly WireEvent[]): ConversationView {
  return events.reduce(applyEvent, emptyView)
}

/**
 * The view after one more event. Pure; what did not change keeps its identity. An event that has
 * been applied before changes nothing, so a stream may be resumed from anywhere earlier.
 */
export function applyEvent(view: ConversationView, event: WireEvent): ConversationView {
  if (event.event === 'text_delta') return inLastTurn(view, (turn) => addDelta(turn, event.data))
  if (event.id <= view.lastId) return view
  const seen = { ...view, lastId: event.id }
  if (event.event === 'skills_state_changed') {
    return inLastTurn({ ...seen, skills: event.data }, (turn) => record(turn, event))
  }
  if (event.event === 'message_received') {
    return { ...seen, turns: [...seen.turns, record(newTurn(event), event)] }
  }
  return inLastTurn(seen, (turn) => record(applyToTurn(turn, event), event))
}

function newTurn(event: Extract<WireEvent, { event: 'message_received' }>): TurnView {
  const { message_id: id, text, at, run_id: runId, trace_id: traceId } = event.data
  return {
    key: id,
    message: { id, text, at },
    runId,
    traceId,
    status: 'running',
    items: [],
    problem: null,
    crashes: 0,
    events: [],
  }
}

function inLastTurn(
  view: ConversationView,
  change: (turn: TurnView) => TurnView,
): ConversationView {
  const last = view.turns.at(-1)
  if (!last) return view
  const next = change(last)
  return next === last ? view : { ...view, turns: [...view.turns.slice(0, -1), next] }
}

function record(turn: TurnView, event: WireEvent): TurnView {
  return { ...turn, events: [...turn.events, event] }
}

type TurnEvent = Exclude<
  WireEvent,
  { event: 'text_delta' | 'skills_state_changed' | 'message_received' }
>

function applyToTurn(turn: TurnView, { event, data }: TurnEvent): TurnView {
  switch (event) {
    case 'run_started':
      return { ...turn, runId: data.run_id, traceId: data.trace_id, status: 'running' }
    case 'run_resumed':
      return {
        ...turn,
        status: 'running',
        crashes: turn.crashes + (data.cause === 'crash' ? 1 : 0),
      }
    case 'step_started':
      return { ...turn, items: [...withoutStep(turn.items, data.step), emptyText(data)] }
    case 'step_completed':
      return completeStep(turn, data)
    case 'tool_started':
      return changeTool(turn, data.call.id, (tool) => ({ ...tool, call: data.call }))
    case 'tool_completed':
      return changeTool(turn, data.call_id, (tool) => ({ ...tool, outcome: data.outcome }))
    case 'approval_required':
      return askApproval(turn, data)
    case 'approval_resolved':
      return changeTool(turn, data.call_id, (tool) => ({
        ...tool,
        approval: tool.approval && resolve(tool.approval, data),
      }))
    case 'skill_used':
    case 'fork_started':
    case 'todo_changed':
    case 'connector_granted':
      return turn
    case 'run_completed':
      return finish(turn, 'completed')
    case 'run_failed':
      return { ...finish(turn, 'failed'), problem: data.problem }
    case 'run_cancelled':
      return finish(turn, 'cancelled')
  }
}

function emptyText({ step, model }: EventData<'step_started'>): TextItem {
  return {
    kind: 'text',
    step,
    text: '',
    streaming: true,
    demo: model.demo,
    modelLabel: model.label,
  }
}

/** A step that is started again (after a crash) begins its text anew. */
function withoutStep(items: readonly TurnItem[], step: number): readonly TurnItem[] {
  return items.filter((item) => item.kind !== 'text' || item.step !== step)
}

function addDelta(turn: TurnView, delta: EventData<'text_delta'>): TurnView {
  if (turn.runId !== delta.run_id) return turn
  return changeText(turn, delta.step, (item) => {
    // Past the end: a piece is missing, and step_completed will bring the whole text.
    if (!item.streaming || delta.offset > item.text.length) return item
    const end = delta.offset + delta.text.length
    if (end <= item.text.length) return item
    return { ...item, text: item.text.slice(0, delta.offset) + delta.text }
  })
}

function changeText(turn: TurnView, step: number, change: (item: TextItem) => TextItem): TurnView {
  const at = turn.items.findIndex((item) => item.kind === 'text' && item.step === step)
  const item = turn.items[at]
  if (item?.kind !== 'text') return turn
  const next = change(item)
  return next === item ? turn : { ...turn, items: turn.items.with(at, next) }
}

function completeStep(turn: TurnView, data: EventData<'step_completed'>): TurnView {
  const done = changeText(turn, data.step, (item) => ({
    ...item,
    text: data.text,
    streaming: false,
  }))
  const known = new Set(done.items.map((item) => (item.kind === 'tool' ? item.call.id : '')))
  const tools = data.tool_calls
    .filter((call) => !known.has(call.id))
    .map((call): ToolItem => ({ kind: 'tool', call, outcome: null, approval: null }))
  return { ...done, items: [...done.items, ...tools] }
}

function changeTool(turn: TurnView, id: string, change: (tool: ToolItem) => ToolItem): TurnView {
  const at = turn.items.findIndex((item) => item.kind === 'tool' && item.call.id === id)
  const item = turn.items[at]
  return item?.kind === 'tool' ? { ...turn, items: turn.items.with(at, change(item)) } : turn
}

function askApproval(turn: TurnView, data: EventData<'approval_required'>): TurnView {
  const approval: AskedApproval = {
    data,
    status: 'pending',
    answeredBy: null,
    answeredAt: null,
    note: '',
  }
  return {
    ...changeTool(turn, askingOf(data).tool_call_id, (tool) => ({ ...tool, approval })),
    status: 'waiting',
  }
}

function resolve(asked: AskedApproval, data: EventData<'approval_resolved'>): AskedApproval {
  return {
    ...asked,
    status: data.decision,
    answeredBy: data.answered_by,
    answeredAt: data.at,
    note: data.note,
  }
}

function finish(turn: TurnView, status: TurnView['status']): TurnView {
  const items = turn.items.map((item) =>
    item.kind === 'text' && item.streaming ? { ...item, streaming: false } : item,
  )
  return { ...turn, status, items }
}
