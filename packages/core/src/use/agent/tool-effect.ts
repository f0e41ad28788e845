import { isProblemError, type Problem, type ProblemError } from '../../base/errors.ts'
import type { SkillId } from '../../base/ids.ts'
import type { ConversationEvent, ToolCall, ToolEvent, ToolOutcome } from '../../domain/events.ts'
import type { ActiveSkill } from '../../domain/session-state.ts'
import { reduceSession } from '../session/reduce-session.ts'
import type {
  ActEffect,
  EffectOutcome,
  ReadEffect,
  RecordEffect,
  SessionEffect,
  ToolEffect,
  ToolFacts,
} from '../tools/tool.ts'
import { untrustedInOutcome } from './result-provenance.ts'
import { type StepContext, toolServices } from './step-context.ts'

export interface EffectContext extends StepContext {
  readonly call: ToolCall
  readonly facts: ToolFacts
  /** A process that died may already have caused the effect. */
  readonly startedBefore: boolean
}

/**
 * Runs the effect of a call, after the gate and after `tool-started`. The call is then completed, or
 * answered by a sub-agent.
 */
export async function applyEffect(context: EffectContext, effect: ToolEffect): Promise<void> {
  switch (effect.kind) {
    case 'session':
      return runSession(context, effect)
    case 'record':
      return runRecord(context, effect)
    case 'act':
      return runAct(context, effect)
    case 'read':
      return runRead(context, effect)
  }
}

function services(context: EffectContext) {
  return toolServices(context, context.call.id)
}

/** The change and its event are one batch, so the effect happens exactly once. */
async function runSession(context: EffectContext, effect: SessionEffect): Promise<void> {
  const { journal, call, facts } = context
  const command = effect.command(facts)
  if ('code' in command) return rejectCall(context, call, command)
  const reduction = reduceSession(facts.session, command, facts)
  if (!reduction.ok) return rejectCall(context, call, reduction.refusal)
  const { state: session, events, result } = reduction
  const output = effect.report(result, { ...facts, session })
  const given =
    result.change === 'activated'
      ? [result.skill]
      : result.change === 'replaced'
        ? result.loaded
        : []
  const skillsUsed: readonly SkillId[] = given.map(({ skillId }) => skillId)
  const change = { session, skillsUsed }
  const recordedEvents =
    given.length === 0 ? events : events.map((event) => withActivation(call, given, event))
  const done = completed(context, call, { status: 'ok', output })
  const further = events.length > 0 ? (effect.events ?? []) : []
  const fetched = further.map((event) => eventOf(call, event))
  await journal.append([done, ...recordedEvents, ...fetched], change)
}

function withActivation(
  { id: callId }: ToolCall,
  given: readonly ActiveSkill[],
  event: ConversationEvent,
): ConversationEvent {
  if (event.type !== 'skills-state-changed') return event
  const skills = given.map(({ skillId, digest, slug, name }) => ({ skillId, digest, slug, name }))
  return { ...event, activated: { callId, skills } }
}

async function runRecord(context: EffectContext, effect: RecordEffect): Promise<void> {
  const { journal, call } = context
  const recorded = await attempt(() => effect.run(services(context), context.facts))
  if (recorded.status !== 'ok') return complete(context, recorded)
  const { output: result } = recorded
  if ('fork' in result) {
    const { fork } = result
    const skillsUsed = [fork.skill.skillId]
    return journal.append([{ type: 'fork-started', callId: call.id, ...fork }], { skillsUsed })
  }
  await recordCompletion(context, result)
}

/** The call's completion and its further events are one batch. */
async function recordCompletion(context: EffectContext, recorded: EffectOutcome): Promise<void> {
  const { journal, call } = context
  const { output, events = [], files = [], skillsUsed = [], memoryChange } = recorded
  const facts = events.map((event) => eventOf(call, event))
  const change = { files, skillsUsed, ...(memoryChange && { memoryChange }) }
  const done = completed(context, call, { status: 'ok', output })
  try {
    await journal.append([done, ...facts], change)
  } catch (error) {
    // Nothing of the batch was written. Repeating it would be refused again.
    if (!isProblemError(error) || error.problem.code !== 'quota.exceeded') throw error
    await rejectCall(context, call, error.problem)
  }
}

function eventOf({ id: callId }: ToolCall, event: ToolEvent): ConversationEvent {
  const names =
    event.type === 'skill-used' ||
    event.type === 'skills-read' ||
    event.type === 'registry-skill-fetched'
  return names ? { ...event, callId } : event
}

async function runAct(context: EffectContext, effect: ActEffect): Promise<void> {
  const { call, startedBefore } = context
  if (startedBefore && !effect.repeatable) {
    return complete(context, { status: 'interrupted', problem: interruptedProblem(call.name) })
  }
  await ignoreAbort(context, async () => {
    const done = await attempt(() => effect.run(services(context)))
    await (done.status === 'ok' ? recordCompletion(context, done.output) : complete(context, done))
  })
}

async function runRead(context: EffectContext, effect: ReadEffect): Promise<void> {
  await ignoreAbort(context, async () =>
    complete(context, await attempt(() => effect.run(services(context), context.facts))),
  )
}

/** Errors after an abort are ignored: the loop checks the signal itself. */
async function ignoreAbort(context: EffectContext, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!context.turn.signal.aborted) throw error
  }
}

type Attempt<Value> =
  | { readonly status: 'ok'; readonly output: Value }
  | { readonly status: 'refused'; readonly problem: Problem }

/** Internal failures are thrown; any other problem becomes the outcome of the call. */
export async function attempt<Value>(run: () => Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { status: 'ok', output: await run() }
  } catch (error) {
    if (!isProblemError(error) || isInternalFailure(error)) throw error
    return { status: 'refused', problem: error.problem }
  }
}

/**
 * Internal failures stop the run, which is resumed later; the model does not see them. An unreachable page
 * or server of a third party, a refusing sandbox or package index is a failure of the call.
 */
function isInternalFailure({ problem: { kind, code } }: ProblemError): boolean {
  return (
    kind === 'internal' ||
    (kind === 'unavailable' && !/^(outbound|web|connector|sandbox|layer)\./.test(code))
  )
}

async function complete(context: EffectContext, outcome: ToolOutcome): Promise<void> {
  await context.journal.append([completed(context, context.call, outcome)])
}

function completed(context: StepContext, call: ToolCall, outcome: ToolOutcome): ConversationEvent {
  const untrusted = untrustedInOutcome(context, call, outcome)
  return { type: 'tool-completed', callId: call.id, name: call.name, outcome, untrusted }
}

/** Completes a call with the problem for which it was refused. */
export async function rejectCall(
  context: StepContext,
  call: ToolCall,
  problem: Problem,
): Promise<void> {
  await context.journal.append([completed(context, call, { status: 'refused', problem })])
}

function interruptedProblem(tool: string): Problem {
  return {
    code: 'tool.interrupted',
    kind: 'unavailable',
    message: `The server stopped while ${tool} was running. The call may or may not have taken effect, so it was not repeated.`,
    hint: 'Check the current state before you decide whether to call it again.',
  }
}
