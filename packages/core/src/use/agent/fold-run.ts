import type { ApprovalId, RunId, ToolGrantId } from '../../base/ids.ts'
import type { AgentReference } from '../../domain/agent.ts'
import type { ApprovalRequest } from '../../domain/approval.ts'
import {
  approvalRequestOf,
  type ConversationEvent,
  type LoggedEvent,
  type ToolCall,
} from '../../domain/events.ts'
import type { Permission } from '../../domain/principal.ts'
import { knownTokens } from '../../domain/token-usage.ts'
import type { AnsweredApproval } from '../policy/answer-problem.ts'
import { foldLog, type LogFold } from '../session/log-fold.ts'

/** An approval request that this run made for a call. */
export interface CallApproval {
  readonly approvalId: ApprovalId
  readonly approvalRequest: ApprovalRequest
  /** Null until the log has the answer. */
  readonly answer: AnsweredApproval | null
}

/** A tool call without an outcome. */
export interface PendingCall {
  readonly call: ToolCall
  /** Its effect was permitted and may have begun. */
  readonly started: boolean
  /** The approval that the call itself asks for. */
  readonly approval: CallApproval | null
  /** The approval that its tier asks for. A call may need both, one after the other. */
  readonly confirmation: CallApproval | null
  /** The grant that permitted the call. */
  readonly grantId: ToolGrantId | null
  /** The sub-agent that answers the call, once it has begun. */
  readonly fork: Fork | null
}

/** The approval that the call waits for; null when all are answered. */
export function pendingApproval({ approval, confirmation }: PendingCall): CallApproval | null {
  return [confirmation, approval].find((callApproval) => callApproval?.answer === null) ?? null
}

/** The state of one agent: the main agent of a run, or a sub-agent. */
export interface AgentState {
  /** The number of the last model call; 0 before the first. */
  readonly step: number
  /** The last model call has no answer yet. */
  readonly stepOpen: boolean
  /** Recorded retries of the last model call. */
  readonly retries: number
  /** In the order of the model's calls. */
  readonly pending: readonly PendingCall[]
  /** The last answer contained tool calls. */
  readonly calledTools: boolean
  /** The text of the last answer. */
  readonly text: string
  /** The known tokens of all answered model calls, including those for summaries and of sub-agents. */
  readonly tokens: number
}

/** A running sub-agent. */
export interface Fork extends AgentState {
  /** The call that the sub-agent answers. */
  readonly call: ToolCall
  readonly started: Extract<ConversationEvent, { type: 'fork-started' }>
}

/** The state of a run, folded from its conversation's log alone. */
export interface RunState extends AgentState {
  /** Completed, failed or cancelled. */
  readonly over: boolean
  readonly permissions: readonly Permission[]
  readonly toolsets: readonly string[]
  /** Null when the run has no agent. */
  readonly agent: AgentReference | null
  /** The client whose one call the run is; null for an agent of this server. */
  readonly client: string | null
  /** UTF-16 units of all its events, as JSON. */
  readonly characters: number
  /** Answered model calls of all sub-agents. */
  readonly forkSteps: number
  /** Takeovers by other processes since the last progress. */
  readonly takeovers: number
}

const initialAgentState: AgentState = {
  step: 0,
  stepOpen: false,
  retries: 0,
  pending: [],
  calledTools: false,
  text: '',
  tokens: 0,
}

const initialRunState: RunState = {
  ...initialAgentState,
  over: false,
  permissions: [],
  toolsets: [],
  agent: null,
  client: null,
  characters: 0,
  forkSteps: 0,
  takeovers: 0,
}

/** Folds a conversation's log into the state of one of its runs. Events of other runs do not count. Pure. */
export function foldRun(events: readonly LoggedEvent[], runId: RunId): RunState {
  return foldLog(createRunFold(runId), events)
}

export function createRunFold(runId: RunId): LogFold<RunState> {
  let state = initialRunState
  return {
    add: ({ runId: of, event }) => {
      if (of !== runId) return
      const characters = state.characters + JSON.stringify(event).length
      state = { ...foldEvent(state, event), characters }
    },
    value: () => state,
  }
}

function foldEvent(state: RunState, event: ConversationEvent): RunState {
  switch (event.type) {
    case 'run-started':
      return {
        ...state,
        permissions: event.permissions,
        toolsets: event.toolsets,
        agent: event.agent ?? null,
        client: event.client ?? null,
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

/** A step of a sub-agent changes the state of its call, and its usage counts for the run. */
function foldFork(state: AgentState, event: ConversationEvent): AgentState {
  const after = updateCall(state, event.fork ?? '', (pending) =>
    pending.fork
      ? { ...pending, fork: { ...pending.fork, ...foldAgent(pending.fork, event) } }
      : pending,
  )
  if (event.type !== 'step-completed' && event.type !== 'context-summarised') return after
  return { ...after, tokens: state.tokens + knownTokens(event.usage) }
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
        tokens: state.tokens + knownTokens(event.usage),
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
      return { ...state, tokens: state.tokens + knownTokens(event.usage) }
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
  const answering = (callApproval: CallApproval | null): CallApproval | null => {
    if (callApproval?.approvalId !== event.approvalId) return callApproval
    return {
      ...callApproval,
      answer: { approvalRequest: callApproval.approvalRequest, decision, note, answeredBy },
    }
  }
  return {
    ...pending,
    approval: answering(pending.approval),
    confirmation: answering(pending.confirmation),
  }
}
