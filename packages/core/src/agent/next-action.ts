import type { Problem } from '../errors.ts'
import type { AskedApproval, PendingCall, RunState } from './fold-run.ts'

export interface RunLimits {
  /** Model calls in one run. */
  readonly steps: number
  /** Takeovers without anything achieved between them, after which the run is given up. */
  readonly takeovers: number
  /** Tool calls in one answer of the model. */
  readonly callsPerStep: number
  /** UTF-16 units of one answer: its text and the inputs of its calls as JSON. */
  readonly answerCharacters: number
}

export const defaultRunLimits: RunLimits = {
  steps: 24,
  takeovers: 5,
  callsPerStep: 64,
  answerCharacters: 1_000_000,
}

export type NextAction =
  | { readonly do: 'stop' }
  | { readonly do: 'call-model'; readonly step: number }
  | { readonly do: 'await-approval'; readonly callId: string; readonly approval: AskedApproval }
  | { readonly do: 'run-tool'; readonly pending: PendingCall }
  | { readonly do: 'complete'; readonly text: string }
  | { readonly do: 'fail'; readonly problem: Problem }

/** What a run does next. Pure: any process that reads the same log goes on the same way. */
export function nextAction(state: RunState, limits: RunLimits): NextAction {
  if (state.over) return { do: 'stop' }
  if (state.takeovers > limits.takeovers) return { do: 'fail', problem: crashLoop }
  const [pending] = state.pending
  if (pending) {
    const { approval } = pending
    if (approval && !approval.answer) {
      return { do: 'await-approval', callId: pending.call.id, approval }
    }
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
  if (state.step >= limits.steps) return { do: 'fail', problem: stepLimit(limits.steps) }
  return { do: 'call-model', step: state.step + 1 }
}

const crashLoop: Problem = {
  code: 'run.crash-loop',
  kind: 'internal',
  message: 'The server stopped several times at the same point of this turn, so it was given up.',
  hint: 'Look into the server log, then send the message again.',
}

const emptyAnswer: Problem = {
  code: 'model.empty-answer',
  kind: 'unavailable',
  message: 'The model answered with nothing at all.',
  hint: 'Send the message again, or choose another model.',
}

function stepLimit(steps: number): Problem {
  return {
    code: 'run.step-limit',
    kind: 'too-large',
    message: `The agent used its ${steps} steps without coming to an answer.`,
    hint: 'Ask for less at once, or send "go on" to give it another turn.',
    details: { steps },
  }
}
