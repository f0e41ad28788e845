import type { SkillEnablementSubject } from '../approval/approval.ts'
import type { ApprovalId, RunId } from '../ids.ts'
import type { AnsweredApproval } from '../policy/gate.ts'
import type { Permission } from '../policy/principal.ts'
import type { ConversationEvent, LoggedEvent, ToolCall } from './events.ts'

/** A question this run has asked about a call. */
export interface AskedApproval {
  readonly approvalId: ApprovalId
  readonly subject: SkillEnablementSubject
  /** Null until the log says how it ended. */
  readonly answer: AnsweredApproval | null
}

/** A call the model made that has no outcome yet. */
export interface PendingCall {
  readonly call: ToolCall
  /** Its effect was allowed and may have begun. */
  readonly started: boolean
  readonly approval: AskedApproval | null
}

/** Where a run stands, by its conversation's log alone. */
export interface RunState {
  /** Completed, failed or cancelled. */
  readonly over: boolean
  readonly permissions: readonly Permission[]
  /** The last model call begun; 0 before the first. */
  readonly step: number
  /** That model call has not been answered yet. */
  readonly stepOpen: boolean
  /** Recorded retries of that model call. */
  readonly retries: number
  /** How often a process took over since something was last achieved. */
  readonly takeovers: number
  /** In the order the model made them. */
  readonly pending: readonly PendingCall[]
  /** The last answered model call asked for tools. */
  readonly calledTools: boolean
  /** Text of the last answered model call. */
  readonly text: string
}

const beforeStart: RunState = {
  over: false,
  permissions: [],
  step: 0,
  stepOpen: false,
  retries: 0,
  takeovers: 0,
  pending: [],
  calledTools: false,
  text: '',
}

/** Folds a conversation's log into the state of one of its runs. Pure; events of other runs do not count. */
export function foldRun(events: readonly LoggedEvent[], runId: RunId): RunState {
  return events.reduce(
    (state, logged) => (logged.runId === runId ? foldEvent(state, logged.event) : state),
    beforeStart,
  )
}

function foldEvent(state: RunState, event: ConversationEvent): RunState {
  switch (event.type) {
    case 'run-started':
      return { ...state, permissions: event.permissions }
    case 'run-resumed':
      return event.cause === 'crash' ? { ...state, takeovers: state.takeovers + 1 } : state
    case 'step-started':
      return {
        ...state,
        step: event.step,
        stepOpen: true,
        retries: event.retryOf ? state.retries + 1 : state.retries,
      }
    case 'step-completed':
      return {
        ...progressed(state),
        stepOpen: false,
        retries: 0,
        text: event.text,
        calledTools: event.toolCalls.length > 0,
        pending: event.toolCalls.map((call) => ({ call, started: false, approval: null })),
      }
    case 'tool-started':
      return withCall(state, event.call.id, (pending) => ({ ...pending, started: true }))
    case 'tool-completed':
      return {
        ...progressed(state),
        pending: state.pending.filter(({ call }) => call.id !== event.callId),
      }
    case 'approval-required': {
      const { approvalId, subject } = event
      const approval: AskedApproval = { approvalId, subject, answer: null }
      return withCall(progressed(state), event.callId, (pending) => ({ ...pending, approval }))
    }
    case 'approval-resolved':
      return withCall(progressed(state), event.callId, (pending) => answered(pending, event))
    case 'run-completed':
    case 'run-failed':
    case 'run-cancelled':
      return { ...state, over: true, pending: [] }
    case 'message-received':
    case 'skills-state-changed':
      return state
  }
}

function progressed(state: RunState): RunState {
  return { ...state, takeovers: 0 }
}

function withCall(
  state: RunState,
  callId: string,
  change: (pending: PendingCall) => PendingCall,
): RunState {
  const pending = state.pending.map((entry) => (entry.call.id === callId ? change(entry) : entry))
  return { ...state, pending }
}

function answered(
  pending: PendingCall,
  event: Extract<ConversationEvent, { type: 'approval-resolved' }>,
): PendingCall {
  if (pending.approval?.approvalId !== event.approvalId) return pending
  const { subject } = pending.approval
  const answer = { subject, decision: event.decision, note: event.note }
  return { ...pending, approval: { ...pending.approval, answer } }
}
