import type { Approval } from '../approval/approval.ts'
import { isProblemError, type Problem, type ProblemError } from '../errors.ts'
import type { ApprovalId } from '../ids.ts'
import { type GateVerdict, gateToolCall, routeToolCall } from '../policy/gate.ts'
import { isAdministrator, mayNotEnable } from '../policy/permissions.ts'
import { reduceSession } from '../session/reduce-session.ts'
import type { BoundCall, ReadEffect, SessionEffect, Tool, ToolFacts } from '../tools/tool.ts'
import type { ConversationEvent, ToolCall, ToolOutcome } from './events.ts'
import type { PendingCall } from './fold-run.ts'
import type { StepContext } from './model-step.ts'

/** Minutes to milliseconds. */
const minute = 60_000

/**
 * Takes one call through the gate (A7) and, where it says so, lets it happen. `asked`: the run now waits
 * for a person and its lease is gone, so the caller must let go of it.
 */
export async function takeToolStep(
  context: StepContext,
  pending: PendingCall,
): Promise<'completed' | 'asked'> {
  const { journal } = context
  const { call } = pending
  const routing = routeToolCall(call, context.ports.tools)
  if (!routing.ok) {
    await journal.append([refused(call, routing.problem)])
    return 'completed'
  }
  const facts = await gatherFacts(context, routing.call)
  const verdict = gateToolCall({
    tool: routing.tool,
    call: routing.call,
    principal: context.principal,
    facts,
    approval: pending.approval?.answer ?? null,
    administrators: await administrators(context, routing.tool),
  })
  switch (verdict.verdict) {
    case 'ask':
      await ask(context, call, verdict)
      return 'asked'
    case 'refuse':
      await journal.append([refused(call, verdict.problem)])
      return 'completed'
    case 'run':
      if (!pending.started) await journal.append([{ type: 'tool-started', call }])
      await takeEffect({ ...context, call, facts }, routing.call.effect)
      return 'completed'
  }
}

async function gatherFacts(
  { ports, journal, principal, settings }: StepContext,
  { skillSlug }: BoundCall,
): Promise<ToolFacts> {
  const { skills } = ports.store
  const skill = skillSlug === null ? null : await skills.findBySlug(principal.userId, skillSlug)
  return { session: journal.session, settings, skill }
}

/** Only looked up when the answer may be that one of them is needed. */
async function administrators(
  { ports, principal, settings }: StepContext,
  tool: Tool,
): Promise<readonly string[]> {
  if (tool.policy === 'none' || !mayNotEnable(settings, principal.role)) return []
  const members = await ports.store.members.list()
  return members.filter(({ role }) => isAdministrator(role)).map(({ name }) => name)
}

/** The question's row and its event appear together, and the run lets go until somebody answers. */
async function ask(
  { ports, turn, journal, settings }: StepContext,
  call: ToolCall,
  { subject, reason }: Extract<GateVerdict, { verdict: 'ask' }>,
): Promise<void> {
  const now = ports.clock.now()
  const approval: Approval = {
    id: ports.ids.next('apr') as ApprovalId,
    type: 'skill_enablement',
    conversationId: turn.conversationId,
    runId: turn.runId,
    toolCallId: call.id,
    traceId: journal.run.traceId,
    subject,
    reason,
    status: 'pending',
    requestedBy: turn.userId,
    requestedAt: now,
    expiresAt: now + settings.approvalTtlMinutes * minute,
    answeredBy: null,
    answeredAt: null,
    note: '',
  }
  const { id: approvalId, type: approvalType, expiresAt } = approval
  await journal.append(
    [
      {
        type: 'approval-required',
        approvalId,
        callId: call.id,
        approvalType,
        subject,
        reason,
        expiresAt,
      },
    ],
    { approvals: [approval], run: { status: 'waiting' } },
  )
}

type EffectContext = StepContext & { readonly call: ToolCall; readonly facts: ToolFacts }

async function takeEffect(
  context: EffectContext,
  effect: ReadEffect | SessionEffect,
): Promise<void> {
  if (effect.kind === 'session') return changeSession(context, effect)
  const outcome = await read(context, effect)
  await context.journal.append([completed(context.call, outcome)])
}

/** The change and the record of it are one batch: it happens exactly once, whatever dies when. */
async function changeSession(
  { journal, call, facts }: EffectContext,
  effect: SessionEffect,
): Promise<void> {
  const command = effect.command(facts)
  if ('code' in command) return journal.append([refused(call, command)])
  const reduction = reduceSession(facts.session, command, facts)
  if (!reduction.ok) return journal.append([refused(call, reduction.refusal)])
  const { state: session, events, result } = reduction
  const output = effect.report(result, { ...facts, session })
  await journal.append([completed(call, { status: 'ok', output }), ...events], { session })
}

async function read(
  { ports, journal, principal, settings }: EffectContext,
  effect: ReadEffect,
): Promise<ToolOutcome> {
  try {
    const output = await effect.run({
      tenantId: principal.tenantId,
      viewer: principal.userId,
      skills: ports.store.skills,
      search: ports.search,
      session: journal.session,
      settings,
    })
    return { status: 'ok', output }
  } catch (error) {
    if (!isProblemError(error) || isTransient(error)) throw error
    return { status: 'refused', problem: error.problem }
  }
}

/** Trouble of ours, not of the call: the run stops here and is taken up again, the model is told nothing. */
function isTransient({ problem }: ProblemError): boolean {
  return problem.kind === 'unavailable' || problem.kind === 'internal'
}

function completed(call: ToolCall, outcome: ToolOutcome): ConversationEvent {
  return { type: 'tool-completed', callId: call.id, name: call.name, outcome }
}

function refused(call: ToolCall, problem: Problem): ConversationEvent {
  return completed(call, { status: 'refused', problem })
}
