import { isProblemError, type Problem } from '../../base/errors.ts'
import { rejectOnAbort } from '../../base/reject-on-abort.ts'
import { costNanosOf, type ModelCallUsage, reportedUsage } from '../../domain/token-usage.ts'
import type { ModelAnswer, ModelMessage, ModelRequest, ToolDescription } from '../../ports/model.ts'
import { neutralMessages, neutralTools } from '../prompt/neutral-request.ts'
import type { AgentPorts, AgentTurn } from './agent-ports.ts'
import { answerProblem, answerTooLarge } from './model-answer.ts'

/** Failures before the provider did any work, so that a retry is not charged twice. */
const retriable: ReadonlySet<string> = new Set([
  'model.rate-limited',
  'model.overloaded',
  'model.unreachable',
])
/**
 * Milliseconds before each retry. A longer delay that the provider asks for is honoured up to the maximum.
 */
const retryDelays = [1_000, 4_000]
const maxRetryDelay = 30_000

export type Attempt =
  | { readonly answer: ModelAnswer; readonly took: ModelCallUsage }
  /** `text` is what had arrived of the answer. */
  | { readonly problem: Problem; readonly mayRetry: boolean; readonly text: string }

export interface StepRequest {
  readonly step: number
  readonly system: readonly string[]
  /** As in {@link ModelRequest}. */
  readonly stableBlocks?: number
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ToolDescription[]
  /** The call that the sub-agent answers; null for the main agent. */
  readonly fork: string | null
}

/**
 * Makes one model call. Whatever the model throws or returns ends in an answer or a problem, since a repeated call may be
 * charged again; errors of other ports are thrown.
 */
export async function callModel(
  { ports, turn }: { ports: AgentPorts; turn: AgentTurn },
  request: StepRequest,
): Promise<Attempt> {
  const { step, system, stableBlocks = 0 } = request
  // The one place where texts of others enter a request; system blocks are neutralised where they are framed.
  const messages = neutralMessages(request.messages)
  const tools = neutralTools(request.tools)
  const forkField = request.fork === null ? {} : { fork: request.fork }
  const { runId } = turn
  const { limits } = ports
  const excess = new AbortController()
  const signal = AbortSignal.any([turn.signal, excess.signal])
  let text = ''
  let foreign: { readonly error: unknown } | undefined
  const onText = (piece: string): void => {
    if (piece === '' || signal.aborted) return
    if (text.length + piece.length > limits.answerCharacters) {
      excess.abort()
      return
    }
    try {
      ports.onText({ runId, step, offset: text.length, text: piece, ...forkField })
    } catch (error) {
      // The model passes it on, and would be taken for its cause.
      foreign = { error }
      throw error
    }
    text += piece
  }
  const began = ports.clock.now()
  const failed = (problem: Problem, mayRetry = false) => ({ problem, mayRetry, text })
  try {
    const call = ports.model.step({ system, stableBlocks, messages, tools, signal }, onText)
    const answer = await rejectOnAbort(call, signal)
    if (foreign) throw foreign.error
    const problem = answerProblem(answer, limits)
    return problem ? failed(problem) : { answer, took: usageOf(answer, ports, began) }
  } catch (error) {
    if (foreign) throw foreign.error
    if (excess.signal.aborted) {
      return { ...failed(answerTooLarge(limits.answerCharacters)), text: '' }
    }
    if (!isProblemError(error)) {
      if (signal.aborted) return failed(modelAborted())
      const { conversationId } = turn
      ports.onModelError?.({ conversationId, runId, model: ports.model.label, error })
      return failed(modelFailed(error))
    }
    return failed(error.problem, text === '' && retriable.has(error.problem.code))
  }
}

function usageOf({ usage }: ModelAnswer, { model, clock }: AgentPorts, began: number) {
  const reported = reportedUsage(usage)
  const costNanos = costNanosOf(reported, model.prices)
  return {
    usage: reported,
    // The clock may be set back meanwhile.
    durationMs: Math.max(0, clock.now() - began),
    ...(costNanos !== null && { costNanos }),
  }
}

function modelAborted(): Problem {
  return { code: 'model.aborted', kind: 'unavailable', message: 'The model call was stopped.' }
}

/** The message of the error stays out of the log: it may hold a key, or the request. */
function modelFailed(error: unknown): Problem {
  const name = error instanceof Error && /^[A-Za-z_]{1,60}$/.test(error.name) ? error.name : 'Error'
  return {
    code: 'model.failed',
    kind: 'unavailable',
    message: `The model failed (${name}). The call was not repeated, because it may have been charged.`,
    hint: 'Send the message again. The log has what it threw; a model of your own says why by throwing a ProblemError.',
    details: { error: name },
  }
}

/** The delay before a retry in milliseconds; null when there is none. */
export function retryDelay({ details }: Problem, retries: number): number | null {
  const delay = retryDelays[retries]
  if (delay === undefined) return null
  const seconds = details?.retry_after_seconds
  const requested = typeof seconds === 'number' ? seconds * 1_000 : 0
  return requested > maxRetryDelay ? null : Math.max(delay, requested)
}
