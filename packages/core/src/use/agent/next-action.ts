import type { Problem } from '../../base/errors.ts'
import type { ToolCall } from '../../domain/events.ts'
import { type ContextLimits, defaultContextLimits } from './context/plan-compaction.ts'
import {
  type AgentState,
  type CallApproval,
  type Fork,
  type PendingCall,
  pendingApproval,
  type RunState,
} from './fold-run.ts'

export interface RunLimits {
  /** Model calls of one run, without those of sub-agents. */
  readonly steps: number
  /** Takeovers without progress after which the run fails. */
  readonly takeovers: number
  /** Tool calls in one answer. */
  readonly callsPerStep: number
  /** UTF-16 units of one answer: its text and the inputs of its calls as JSON. */
  readonly answerCharacters: number
  /**
   * UTF-16 units that one run may write into the log: every process that works on it holds them in memory.
   */
  readonly logCharacters: number
  /** Limits of one sub-agent: model calls, and input and output tokens together. */
  readonly fork: { readonly steps: number; readonly tokens: number }
  /** Model calls of all sub-agents of one run together: each tool call may begin a sub-agent. */
  readonly forkSteps: number
  /** For models that do not report their context size. */
  readonly context: ContextLimits
}

export const defaultRunLimits: RunLimits = {
  steps: 24,
  takeovers: 5,
  callsPerStep: 64,
  answerCharacters: 1_000_000,
  logCharacters: 24_000_000,
  fork: { steps: 16, tokens: 400_000 },
  forkSteps: 96,
  context: defaultContextLimits,
}

/** What one agent does next. */
type AgentAction =
  | { readonly do: 'call-model'; readonly step: number }
  | { readonly do: 'await-approval'; readonly callId: string; readonly approval: CallApproval }
  | { readonly do: 'run-tool'; readonly pending: PendingCall }

/** The end of a sub-agent: with a result or a problem. */
export type ForkEnd =
  | { readonly fork: Fork; readonly text: string }
  | { readonly fork: Fork; readonly problem: Problem }

/** `fork`: the acting sub-agent; null for the main agent. */
export type NextAction =
  | { readonly do: 'stop' }
  | (AgentAction & { readonly fork: Fork | null })
  | { readonly do: 'end-fork'; readonly end: ForkEnd }
  /** A client's call needs a person: the client gets the question and calls again. */
  | { readonly do: 'hand-back'; readonly call: ToolCall; readonly approval: CallApproval }
  | { readonly do: 'complete'; readonly text: string }
  | { readonly do: 'fail'; readonly problem: Problem }

/** The next action of a run. Pure: every process that reads the same log continues in the same way. */
export function nextAction(state: RunState, limits: RunLimits): NextAction {
  if (state.over) return { do: 'stop' }
  if (state.takeovers > limits.takeovers) return { do: 'fail', problem: crashLoop }
  const action = nextForRun(state, limits)
  const continues = action.do === 'call-model' || action.do === 'run-tool'
  const logFull = continues && state.characters > limits.logCharacters
  return logFull ? { do: 'fail', problem: logLimit(limits.logCharacters) } : action
}

function nextForRun(state: RunState, limits: RunLimits): NextAction {
  const [pending] = state.pending
  if (pending?.fork) return nextForFork(pending.fork, state, limits)
  if (state.client !== null) return nextForClient(pending)
  const action = nextForAgent(state, limits.steps)
  return action.do === 'complete' || action.do === 'fail' ? action : { ...action, fork: null }
}

/** A client's run is its one call; no model of this server is asked. */
function nextForClient(pending: PendingCall | undefined): NextAction {
  if (!pending) return { do: 'complete', text: '' }
  const approval = pendingApproval(pending)
  return approval
    ? { do: 'hand-back', call: pending.call, approval }
    : { do: 'run-tool', pending, fork: null }
}

function nextForFork(fork: Fork, { forkSteps }: RunState, limits: RunLimits): NextAction {
  const action = nextForAgent(fork, limits.fork.steps)
  if (action.do === 'complete') {
    return { do: 'end-fork', end: { fork, text: action.text } }
  }
  if (action.do === 'fail') {
    return { do: 'end-fork', end: { fork, problem: action.problem } }
  }
  if (action.do === 'call-model' && fork.tokens >= limits.fork.tokens) {
    return { do: 'end-fork', end: { fork, problem: tokenLimit(limits.fork.tokens) } }
  }
  if (action.do === 'call-model' && forkSteps >= limits.forkSteps) {
    return { do: 'end-fork', end: { fork, problem: turnLimit(limits.forkSteps) } }
  }
  return { ...action, fork }
}

type AgentEnd =
  | { readonly do: 'complete'; readonly text: string }
  | { readonly do: 'fail'; readonly problem: Problem }

function nextForAgent(state: AgentState, maxSteps: number): AgentAction | AgentEnd {
  const [pending] = state.pending
  if (pending) {
    const approval = pendingApproval(pending)
    if (approval) return { do: 'await-approval', callId: pending.call.id, approval }
    return { do: 'run-tool', pending }
  }
  if (state.stepOpen || state.step === 0) {
    return { do: 'call-model', step: Math.max(state.step, 1) }
  }
  if (!state.calledTools) {
    return state.text.trim() === ''
      ? { do: 'fail', problem: emptyAnswer }
      : { do: 'complete', text: state.text }
  }
  if (state.step >= maxSteps) return { do: 'fail', problem: stepLimit(maxSteps) }
  return { do: 'call-model', step: state.step + 1 }
}

const crashLoop: Problem = {
  code: 'run.crash-loop',
  kind: 'internal',
  message:
    'The server stopped several times at the same point of this turn, so the turn was ended.',
  hint: 'Check the server log, then send the message again.',
}

const emptyAnswer: Problem = {
  code: 'model.empty-answer',
  kind: 'unavailable',
  message: 'The model returned an empty answer.',
  hint: 'Send the message again, or choose another model.',
}

function stepLimit(steps: number): Problem {
  return {
    code: 'run.step-limit',
    kind: 'too-large',
    message: `The agent used its ${steps} steps without an answer.`,
    hint: 'Ask for less at once, or send "go on" to give it another turn.',
    details: { steps },
  }
}

function logLimit(characters: number): Problem {
  return {
    code: 'run.log-limit',
    kind: 'too-large',
    message: `The agent read and wrote more than ${characters} characters in this turn, so it was ended.`,
    hint: 'Ask for less at once: parts of files, fewer pages.',
    details: { characters },
  }
}

function tokenLimit(tokens: number): Problem {
  return {
    code: 'fork.token-limit',
    kind: 'too-large',
    message: `The sub-agent used its ${tokens} tokens without an answer.`,
    hint: 'Give it less to do at once.',
    details: { tokens },
  }
}

function turnLimit(steps: number): Problem {
  return {
    code: 'fork.turn-limit',
    kind: 'too-large',
    message: `The sub-agents of this turn used their ${steps} steps.`,
    hint: 'Do the rest without sub-agents, or in another turn.',
    details: { steps },
  }
}
