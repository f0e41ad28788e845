import { isProblemError, type Problem } from '../../base/errors.ts'
import { allowsOnlyPart } from '../../domain/allowed-tools.ts'
import type { ConversationEvent } from '../../domain/events.ts'
import type { ToolDescription } from '../../ports/model.ts'
import { isShed } from '../session/skills-state.ts'
import { fitContext } from './context/compact-context.ts'
import { endFork } from './end-fork.ts'
import type { AgentState } from './fold-run.ts'
import { withPortableIds } from './model-answer.ts'
import { callModel, retryDelay } from './model-call.ts'
import { skillsInRequest } from './skills-in-request.ts'
import { type StepContext, turnState } from './step-context.ts'
import { type StepPrompt, stepPrompt } from './step-prompt.ts'

/** The problem code for a request with more tokens than the model takes. */
const contextTooLong = 'model.context-too-long'

/**
 * Makes one model call: records the prompt, calls the model, appends the answer. A failure ends the run, or
 * the fork.
 */
export async function takeModelStep(
  context: StepContext,
  state: AgentState,
  step: number,
): Promise<void> {
  const { ports, journal, turn } = context
  const prompt = await preparePrompt(context)
  if ('problem' in prompt) return endWithProblem(context, prompt.problem)
  const { system, stableBlocks, promptDigest, listOrder, untrusted } = prompt
  const fork = context.fork?.call.id ?? null
  const { label, demo = false, id, provider } = ports.model
  const model = { label, demo, ...(id && { id }), ...(provider && { provider }) }
  const tools = visibleTools(context)
  let retries = state.stepOpen ? state.retries : 0
  let retryOf: Problem | undefined
  for (;;) {
    const forced = retryOf?.code === contextTooLong
    const fitting = await fitContext(context, { system, tools, forced })
    if (turn.signal.aborted) return
    if ('problem' in fitting) return endWithProblem(context, fitting.problem)
    const { transcript } = fitting
    const skills = skillsInRequest(context, transcript)
    const retry = retryOf && { retryOf }
    const facts = {
      ...(skills.length > 0 && { skills }),
      ...(listOrder && { listOrder }),
      ...(untrusted.length > 0 && { untrusted }),
      ...retry,
    }
    const started = { type: 'step-started', step, model, promptDigest, ...facts } as const
    // A skill in the prompt counts as used, however long ago it was activated.
    const inPrompt =
      step === 1 && !fork && !retry
        ? journal.session.active.filter(({ skillId }) => !isShed(journal.session, skillId))
        : []
    await journal.append([started], { skillsUsed: inPrompt.map(({ skillId }) => skillId) })
    const { messages } = transcript
    const request = { step, system, stableBlocks, messages, tools, fork }
    const attempt = await callModel(context, request)
    const runStep = { runId: turn.runId, step, ...(fork !== null && { fork }) }
    if ('answer' in attempt) {
      const { text } = attempt.answer
      const toolCalls = withPortableIds(attempt.answer.toolCalls, step, transcript.callIds)
      await journal.append([{ type: 'step-completed', step, text, toolCalls, ...attempt.took }])
      return ports.onStepEnd(runStep)
    }
    if (turn.signal.aborted) return
    const tooLong = attempt.problem.code === contextTooLong && !forced
    const mayRetry = attempt.mayRetry || tooLong
    const delay = mayRetry ? retryDelay(attempt.problem, retries) : null
    if (delay === null) {
      const { text } = attempt
      const kept = text === '' ? [] : [{ type: 'step-interrupted', step, text } as const]
      await endWithProblem(context, attempt.problem, kept)
      return ports.onStepEnd(runStep)
    }
    await ports.wait(delay, turn.signal)
    if (turn.signal.aborted) return
    retries += 1
    retryOf = attempt.problem
  }
}

async function preparePrompt(
  context: StepContext,
): Promise<(StepPrompt & { promptDigest: string }) | { problem: Problem }> {
  const { ports, turn, journal } = context
  try {
    const prompt = await stepPrompt(context)
    const { system } = prompt
    const promptDigest = ports.sha256(JSON.stringify(system))
    if (promptDigest !== lastPromptDigest(journal)) {
      await ports.store.conversations.recordPrompt(turn.conversationId, promptDigest, system)
    }
    return { ...prompt, promptDigest }
  } catch (error) {
    if (!isProblemError(error) || error.problem.code !== 'skill.not-found') throw error
    return { problem: error.problem }
  }
}

/** The prompt of the run's last step, which is recorded; undefined before its first. */
function lastPromptDigest({ events, run }: StepContext['journal']): string | undefined {
  const last = events.findLast(({ event, runId }) => {
    return runId !== run.id || event.type === 'step-started'
  })
  return last?.runId === run.id && last.event.type === 'step-started'
    ? last.event.promptDigest
    : undefined
}

/**
 * The main agent always sees the same tools, so that a provider's prompt cache holds; the gate decides. A
 * sub-agent starts with a new prompt, so tools that it could never use are left out.
 */
function visibleTools(context: StepContext): readonly ToolDescription[] {
  const { tools, fork } = context
  if (!fork) return tools.descriptions
  const { restrictions } = turnState(context)
  return tools.descriptions.filter(({ name }) => {
    const tool = tools.find(name)
    if (!tool || tool.mainAgentOnly) return false
    if (restrictions.length === 0 || tool.exemptFromAllowlist) return true
    return allowsOnlyPart(restrictions, name)
  })
}

/** Ends the fork, or the run; `before` are events of the acting agent for the same batch. */
async function endWithProblem(
  { runJournal, fork }: StepContext,
  problem: Problem,
  before: readonly ConversationEvent[] = [],
): Promise<void> {
  if (fork) return endFork(runJournal, { fork, problem }, before)
  const events = [...before, { type: 'run-failed', problem } as const]
  await runJournal.append(events, { run: { status: 'failed', problem } })
}
