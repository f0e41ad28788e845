import { type Problem, ProblemError } from '../errors.ts'
import type { Principal } from '../policy/principal.ts'
import type { OrganisationSettings } from '../policy/settings.ts'
import { renderSystemPrompt } from '../prompt/system-prompt.ts'
import { reduceSession } from '../session/reduce-session.ts'
import type { ActiveSkill } from '../session/session-state.ts'
import type { AgentPorts, AgentTurn } from './agent-ports.ts'
import type { RunState } from './fold-run.ts'
import type { Journal } from './journal.ts'
import { acceptedCalls } from './model-answer.ts'
import { callModel, retryDelay } from './model-call.ts'
import { foldTranscript } from './transcript.ts'

export interface StepContext {
  readonly ports: AgentPorts
  readonly turn: AgentTurn
  readonly journal: Journal
  readonly principal: Principal
  readonly settings: OrganisationSettings
}

/** One model call: withdraw what is no longer offered, record the prompt, call, journal the answer. */
export async function takeModelStep(
  context: StepContext,
  state: RunState,
  step: number,
): Promise<void> {
  const { ports, journal, turn } = context
  const system = await systemPrompt(context)
  const promptDigest = ports.sha256(JSON.stringify(system))
  await ports.store.conversations.recordPrompt(turn.conversationId, promptDigest, system)
  const transcript = foldTranscript(journal.events)
  const { label, demo } = ports.model
  let retries = state.stepOpen ? state.retries : 0
  let retryOf: Problem | undefined
  for (;;) {
    const model = { label, demo }
    const again = retryOf && { retryOf }
    await journal.append([{ type: 'step-started', step, model, promptDigest, ...again }])
    const attempt = await callModel(context, { step, system, messages: transcript.messages })
    if ('answer' in attempt) {
      const { text, usage } = attempt.answer
      const toolCalls = acceptedCalls(attempt.answer.toolCalls, step, transcript.callIds)
      await journal.append([{ type: 'step-completed', step, text, toolCalls, usage }])
      return
    }
    if (turn.signal.aborted) return
    const delay = attempt.mayRetry ? retryDelay(attempt.problem, retries) : null
    if (delay === null) {
      const { problem } = attempt
      await journal.append([{ type: 'run-failed', problem }], {
        run: { status: 'failed', problem },
      })
      return
    }
    await ports.wait(delay, turn.signal)
    if (turn.signal.aborted) return
    retries += 1
    retryOf = attempt.problem
  }
}

async function systemPrompt(context: StepContext): Promise<readonly string[]> {
  const { ports, turn, principal, settings } = context
  const skills = await activeBodies(context)
  const [memory, graphContext] = await Promise.all([
    ports.promptContext.memory(principal, turn.conversationId),
    ports.promptContext.graphContext(principal, turn.conversationId),
  ])
  return renderSystemPrompt({
    organisationPolicies: settings.organisationPolicies,
    toolsetInstructions: ports.tools.instructions,
    memory,
    graphContext,
    skills,
  })
}

/** The bodies of the active revisions; skills removed, disabled or hidden since leave the session first. */
async function activeBodies({
  ports,
  journal,
  principal,
  settings,
}: StepContext): Promise<{ name: string; body: string }[]> {
  const { skills } = ports.store
  const viewer = principal.userId
  const withdrawn = await skills.withdrawn(viewer, journal.session.active)
  const gone = new Set(withdrawn.map((skill) => skill.skillId))
  const loaded: { skill: ActiveSkill; body: string }[] = []
  for (const skill of journal.session.active) {
    if (gone.has(skill.skillId)) continue
    const content = await skills.content(viewer, skill.skillId, skill.digest)
    if (content) loaded.push({ skill, body: content.body })
    else gone.add(skill.skillId)
  }
  const command = { type: 'withdraw', skillIds: [...gone] } as const
  const reduction = reduceSession(journal.session, command, { settings })
  if (!reduction.ok) throw new ProblemError(reduction.refusal)
  if (reduction.events.length > 0) {
    await journal.append(reduction.events, { session: reduction.state })
  }
  return loaded.map(({ skill, body }) => ({ name: skill.name, body }))
}
