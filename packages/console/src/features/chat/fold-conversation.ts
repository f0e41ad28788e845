import type { WireEvent } from '@repertoire/protocol'
import { askingOf } from '../approvals/approval-question.ts'
import type {
  AgentView,
  AskedApproval,
  ConversationView,
  EventData,
  TurnView,
} from './conversation-view.ts'
import {
  addDelta,
  applyToAgent,
  changeTool,
  newAgent,
  restrictionsOf,
  stopWriting,
} from './fold-agent.ts'

/**
 * The view after one more event. Pure; what did not change keeps its identity. An event that has
 * been applied before changes nothing, so a stream may be resumed from anywhere earlier.
 */
export function applyEvent(view: ConversationView, event: WireEvent): ConversationView {
  if (event.event === 'text_delta') {
    const { data } = event
    return inLastTurn(view, (turn) =>
      turn.runId === data.run_id
        ? inAgent(turn, data.fork, (agent) => addDelta(agent, data))
        : turn,
    )
  }
  if (event.id <= view.lastId) return view
  const seen = { ...view, lastId: event.id }
  if (event.event === 'skills_state_changed') {
    return inLastTurn(withSkills(seen, event.data), (turn) => record(turn, event))
  }
  if (event.event === 'message_received') {
    const heldRestrictions = seen.sessionRestrictions
    return { ...seen, heldRestrictions, turns: [...seen.turns, record(newTurn(event), event)] }
  }
  if (event.event === 'answer_rated') return withRating(seen, event.data)
  return inLastTurn(seen, (turn) => record(applyToTurn(turn, event), event))
}

/** A list holds until the end of the turn in which its skill leaves the session. */
function withSkills(
  view: ConversationView,
  { restrictions = [], left_over_budget: left = [], ...skills }: EventData<'skills_state_changed'>,
): ConversationView {
  const sessionRestrictions = restrictionsOf(...restrictions)
  const known = new Set(view.heldRestrictions.map(({ skill }) => skill.digest))
  const added = sessionRestrictions.filter(({ skill }) => !known.has(skill.digest))
  const heldRestrictions = [...view.heldRestrictions, ...added]
  const leftOverBudget = left.map(({ name }) => name)
  return { ...view, skills, leftOverBudget, sessionRestrictions, heldRestrictions }
}

function newTurn(event: Extract<WireEvent, { event: 'message_received' }>): TurnView {
  const { message_id: id, text, at, run_id: runId, trace_id: traceId } = event.data
  return {
    ...newAgent,
    key: id,
    message: { id, text, at },
    runId,
    traceId,
    status: 'running',
    problem: null,
    crashes: 0,
    rating: null,
    events: [],
  }
}

/** Any answer can be rated, not only the last one. */
function withRating(
  view: ConversationView,
  { run_id: runId, rating }: EventData<'answer_rated'>,
): ConversationView {
  const turns = view.turns.map((turn) => (turn.runId === runId ? { ...turn, rating } : turn))
  return { ...view, turns }
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

/** The turn with the agent changed that the event is about: itself, or the sub-agent of that call. */
function inAgent(
  turn: TurnView,
  fork: string | undefined,
  change: <Agent extends AgentView>(agent: Agent) => Agent,
): TurnView {
  if (fork === undefined) return change(turn)
  return changeTool(turn, fork, (tool) => {
    const next = tool.fork && change(tool.fork)
    return next === tool.fork ? tool : { ...tool, fork: next }
  })
}

function record(turn: TurnView, event: WireEvent): TurnView {
  return { ...turn, events: [...turn.events, event] }
}

type TurnEvent = Exclude<
  WireEvent,
  { event: 'text_delta' | 'skills_state_changed' | 'message_received' | 'answer_rated' }
>

function applyToTurn(turn: TurnView, event: TurnEvent): TurnView {
  switch (event.event) {
    case 'run_started': {
      const { run_id: runId, trace_id: traceId } = event.data
      return { ...turn, runId, traceId, status: 'running' }
    }
    case 'run_resumed':
      return {
        ...turn,
        status: 'running',
        crashes: turn.crashes + (event.data.cause === 'crash' ? 1 : 0),
      }
    case 'approval_required':
      return askApproval(turn, event.data)
    case 'skills_read':
    case 'registry_skill_fetched':
    case 'connector_granted':
    case 'tool_confirmed':
    case 'grant_used':
    case 'skills_routed':
    case 'skills_preloaded':
    case 'skill_bodies_shed':
    case 'skill_bodies_restored':
    case 'context_trimmed':
    case 'summary_started':
    case 'context_summarised':
      return turn
    case 'run_completed':
      return finish(turn, 'completed')
    case 'run_failed':
      return { ...finish(turn, 'failed'), problem: event.data.problem }
    case 'run_cancelled':
      return finish(turn, 'cancelled')
    default:
      return inAgent(turn, event.data.fork, (agent) => applyToAgent(agent, event))
  }
}

function askApproval(turn: TurnView, data: EventData<'approval_required'>): TurnView {
  const approval: AskedApproval = {
    data,
    status: 'pending',
    answeredBy: null,
    answeredAt: null,
    note: '',
  }
  const ask = <Agent extends AgentView>(agent: Agent): Agent =>
    changeTool(agent, askingOf(data).tool_call_id, (tool) => ({ ...tool, approval }))
  return { ...inEveryAgent(turn, ask), status: 'waiting' }
}

/** A question about a skill has only the fields of document A: it does not tell whose call it is. */
function inEveryAgent(
  turn: TurnView,
  change: <Agent extends AgentView>(agent: Agent) => Agent,
): TurnView {
  const calls = turn.items.flatMap((item) =>
    item.kind === 'tool' && item.fork ? [item.call.id] : [],
  )
  return calls.reduce((all, id) => inAgent(all, id, change), change(turn))
}

function finish(turn: TurnView, status: TurnView['status']): TurnView {
  return { ...stopWriting(turn), status }
}
