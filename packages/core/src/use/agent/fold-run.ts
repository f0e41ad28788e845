import type { ApprovalId, RunId, ToolGrantId } from '../../base/ids.ts'
import type { AgentReference } from '../../domain/agent.ts'
import type { ApprovalRequest } from '../../domain/approval.ts'
import {
  approvalRequestOf,
  type ConversationEvent,
  type LoggedEvent,
  type TokenUsage,
  type ToolCall,
} from '../../domain/events.ts'
import type { Permission } from '../../domain/principal.ts'
import type { AnsweredApproval } from '../policy/answer-problem.ts'

/** A question this run has asked about a call. */
export interface CallApproval {
  readonly approvalId: ApprovalId
  readonly approvalRequest: ApprovalRequest
  /** Null until the log says how it ended. */
  readonly answer: AnsweredApproval | null
}

/** A call the model made that has no outcome yet. */
export interface PendingCall {
  readonly call: ToolCall
  /** Its effect was allowed and may have begun. */
  readonly started: boolean
  /** About what the call itself asks. */
  readonly approval: CallApproval | null
  /** About its tier (E6): a call may have both questions, one after the other. */
  readonly confirmation: CallApproval | null
  /** The grant that was used for it. */
  readonly grantId: ToolGrantId | null
  /** The sub-agent that answers it, once it has begun (D6). */
  readonly fork: Fork | null
}

/** The question a call waits on; null when all that were asked are answered. */
export function unansweredApproval({ approval, confirmation }: PendingCall): CallApproval | null {
  return [confirmation, approval].find((asked) => asked?.answer === null) ?? null
}

/** Where one agent stands: the main one of a run, or a sub-agent. */
export interface AgentState {
  /** The last model call begun; 0 before the first. */
  readonly step: number
  /** That model call has not been answered yet. */
  readonly stepOpen: boolean
  /** Recorded retries of that model call. */
  readonly retries: number
  /** In the order the model made them. */
  readonly pending: readonly PendingCall[]
  /** The last answered model call asked for tools. */
  readonly calledTools: boolean
  /** Text of the last answered model call. */
  readonly text: string
  /** Of all answered model calls, those for summaries and of sub-agents included. */
  readonly usage: TokenUsage
}

/** A sub-agent at work. */
export interface Fork extends AgentState {
  /** The call it answers. */
  readonly call: ToolCall
  readonly started: Extract<ConversationEvent, { type: 'fork-started' }>
}

/** Where a run stands, by its conversation's log alone. */
export interface RunState extends AgentState {
  /** Completed, failed or cancelled. */
  readonly over: boolean
  readonly permissions: readonly Permission[]
  readonly toolsets: readonly string[]
  /** Null when the run speaks for none. */
  readonly agent: AgentReference | null
  /** UTF-16 units of all it has written into the log, as JSON. */
  readonly characters: number
  /** Answered model calls of all its sub-agents. */
  readonly forkSteps: number
  /** How often a process took over since something was last achieved. */
  readonly takeovers: number
}

const noUsage: TokenUsage = { inputTokens: 0, outputTokens: 0 }

const initialAgentState: AgentState = {
  step: 0,
  stepOpen: false,
  retries: 0,
  pending: [],
  calledTools: false,
  text: '',
  usage: noUsage,
}

const initialRunState: RunState = {
  ...initialAgentState,
  over: false,
  permissions: [],
  toolsets: [],
  agent: null,
  characters: 0,
  forkSteps: 0,
  takeovers: 0,
}

/** Folds a conversation's log into the state of one of its runs. Pure; events of other runs do not count. */
export function foldRun(events: readonly LoggedEvent[], runId: RunId): RunState {
  let characters = 0
  let state = initialRunState
  for (const { runId: of, event } of events) {
    if (of !== runId) continue
    state = foldEvent(state, event)
    characters += lengthOf(event)
  }
  return { ...state, characters }
}

/** An event never changes, and a run is folded before each thing it does. */
const lengthCache = new WeakMap<ConversationEvent, number>()

function lengthOf(event: ConversationEvent): number {
  const known = lengthCache.get(event)
  if (known !== undefined) return known
  const { length } = JSON.stringify(event)
  lengthCache.set(event, length)
  return length
}

function foldEvent(state: RunState, event: ConversationEvent): RunState {
  switch (event.type) {
    case 'run-started':
      return {
        ...state,
        permissions: event.permissions,
        toolsets: event.toolsets,
        agent: event.agent ?? null,
      }
    case 'run-resumed':
      return event.cause === 'crash' ? { ...state, takeovers: state.takeovers + 1 } : state
    case 'run-completed':
    case 'run-failed':
    case 'run-cancelled':
      return { ...state, over: true, pending: [] }
    default: {
      const inFork = event.fork !== undefined
      const after = inFork ? foldFork(state, event) : foldAgent(state, event)
      const forkSteps = state.forkSteps + (inFork && event.type === 'step-completed' ? 1 : 0)
      return { ...state, ...after, forkSteps, takeovers: isProgress(event) ? 0 : state.takeovers }
    }
  }
}

/** A step of a sub-agent is a step of the call it answers, and what it costs the run has to pay. */
function foldFork(state: AgentState, event: ConversationEvent): AgentState {
  const after = updateCall(state, event.fork ?? '', (pending) =>
    pending.fork
      ? { ...pending, fork: { ...pending.fork, ...foldAgent(pending.fork, event) } }
      : pending,
  )
  if (event.type !== 'step-completed' && event.type !== 'context-summarised') return after
  return { ...after, usage: sum(state.usage, event.usage) }
}

function foldAgent(state: AgentState, event: ConversationEvent): AgentState {
  switch (event.type) {
    case 'step-started':
      return {
        ...state,
        step: event.step,
        stepOpen: true,
        retries: event.retryOf ? state.retries + 1 : state.retries,
      }
    case 'step-completed':
      return {
        ...state,
        stepOpen: false,
        retries: 0,
        text: event.text,
        usage: sum(state.usage, event.usage),
        calledTools: event.toolCalls.length > 0,
        pending: event.toolCalls.map((call) => ({
          call,
          started: false,
          approval: null,
          confirmation: null,
          grantId: null,
          fork: null,
        })),
      }
    case 'context-summarised':
      return { ...state, usage: sum(state.usage, event.usage) }
    case 'grant-used':
      return updateCall(state, event.callId, (pending) => ({ ...pending, grantId: event.grantId }))
    case 'tool-started':
      return updateCall(state, event.call.id, (pending) => ({ ...pending, started: true }))
    case 'tool-completed':
      return { ...state, pending: state.pending.filter(({ call }) => call.id !== event.callId) }
    case 'fork-started':
      return updateCall(state, event.callId, (pending) => ({
        ...pending,
        fork: { ...initialAgentState, call: pending.call, started: event },
      }))
    case 'approval-required': {
      const approvalRequest = approvalRequestOf(event)
      const approval: CallApproval = { approvalId: event.approvalId, approvalRequest, answer: null }
      return updateCall(state, event.callId, (pending) =>
        event.approvalType === 'tool_call'
          ? { ...pending, confirmation: approval }
          : { ...pending, approval },
      )
    }
    case 'approval-resolved':
      return updateCall(state, event.callId, (pending) => answered(pending, event))
    default:
      return state
  }
}

function isProgress({ type }: ConversationEvent): boolean {
  return (
    type === 'step-completed' ||
    type === 'tool-completed' ||
    type === 'fork-started' ||
    type === 'approval-required' ||
    type === 'approval-resolved'
  )
}

function sum(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  }
}

function updateCall<State extends AgentState>(
  state: State,
  callId: string,
  change: (pending: PendingCall) => PendingCall,
): State {
  const pending = state.pending.map((entry) => (entry.call.id === callId ? change(entry) : entry))
  return { ...state, pending }
}

function answered(
  pending: PendingCall,
  event: Extract<ConversationEvent, { type: 'approval-resolved' }>,
): PendingCall {
  const { decision, note, answeredBy } = event
  const answering = (asked: CallApproval | null): CallApproval | null => {
    if (asked?.approvalId !== event.approvalId) return asked
    return {
      ...asked,
      answer: { approvalRequest: asked.approvalRequest, decision, note, answeredBy },
    }
  }
  return {
    ...pending,
    approval: answering(pending.approval),
    confirmation: answering(pending.confirmation),
  }
}
