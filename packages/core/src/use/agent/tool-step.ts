import { truncate } from '@repertoire/skill-md'
import { type Problem, ProblemError } from '../../base/errors.ts'
import type { ApprovalId } from '../../base/ids.ts'
import type { Approval } from '../../domain/approval.ts'
import type { AuditEntry } from '../../domain/audit-entry.ts'
import type { ConversationEvent, LoggedEvent, ToolCall } from '../../domain/events.ts'
import { isServiceAccount } from '../../domain/member.ts'
import { isAdministrator } from '../../domain/permissions.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import {
  type GateInput,
  type GateVerdict,
  gatePlan,
  gateToolCall,
  isForAdministrators,
  routeToolCall,
} from '../policy/gate.ts'
import type { CallPermission } from '../policy/gate-tier.ts'
import { executionIdOf } from '../scripts/execution-id.ts'
import { findByName } from '../tools/portable-skill.ts'
import { failedConditionHere } from '../tools/skill-conditions.ts'
import type { Answer, BoundCall, Tool, ToolEffect, ToolFacts } from '../tools/tool.ts'
import { invokedCall } from '../tools/tool-invoke.ts'
import { egressFacts } from './egress-facts.ts'
import type { PendingCall } from './fold-run.ts'
import { contextTokensOf, type StepContext, toolServices, turnState } from './step-context.ts'
import { type GatedCall, tierFacts } from './tier-facts.ts'
import { timeToAnswer } from './time-to-answer.ts'
import { applyEffect, attempt, rejectCall } from './tool-effect.ts'

/** The maximum characters of a reason. */
const maxReasonLength = 1000

/**
 * Passes one call through the gate and runs it where permitted. `waiting`: the run now waits for a
 * person and its lease is released, so the caller must stop.
 */
export async function takeToolStep(
  context: StepContext,
  pending: PendingCall,
): Promise<'completed' | 'waiting'> {
  const { tools } = context
  const call = invokedCall(pending.call, tools)
  const routing = routeToolCall(call, tools)
  if (!routing.ok) return refuse(context, call, routing.problem)
  const step = { pending, call, tool: routing.tool }
  await noteAnswer(context, pending.approval?.answer ?? null)
  if (routing.call.planSendsInput) {
    const early = gatePlan(await gateInput(context, { ...step, bound: routing.call }))
    if (early) return stop(context, call, early)
  }
  const input = await gateInput(context, {
    ...step,
    bound: await planned(context, call, routing.call),
  })
  const verdict = gateToolCall(input)
  if (verdict.verdict !== 'run') return stop(context, call, verdict)
  const { approval, call: bound, facts } = input
  const effect = (approval && bound.answered?.(approval)) ?? bound.effect
  if (!pending.started) await begin(context, { call, effect, permit: verdict.by })
  await applyEffect({ ...context, call, facts, startedBefore: pending.started }, effect)
  return 'completed'
}

async function gateInput(context: StepContext, gated: GatedCall): Promise<GateInput> {
  const { pending, tool, bound } = gated
  return {
    ...(await tierFacts(context, gated)),
    ...{ tool, call: bound, principal: context.principal },
    facts: await gatherFacts(context, pending, bound),
    approval: pending.approval?.answer ?? null,
    administrators: await administrators(context, tool),
  }
}

async function stop(
  context: StepContext,
  call: ToolCall,
  verdict: Exclude<GateVerdict, { verdict: 'run' }>,
): Promise<'completed' | 'waiting'> {
  if (verdict.verdict === 'refuse') return refuse(context, call, verdict.problem)
  await requestApproval(context, call, verdict)
  return 'waiting'
}

/** The permit is consumed in the batch that starts the call, so it is used exactly once. */
async function begin(
  context: StepContext,
  { call, effect, permit }: { call: ToolCall; effect: ToolEffect; permit: CallPermission },
): Promise<void> {
  const { journal } = context
  const callId = call.id
  const event = started(context, call, effect)
  switch (permit.by) {
    case 'skill':
      return journal.append([{ ...event, preapprovedBy: permit.skill }])
    case 'nothing':
      return journal.append([event])
    case 'confirmation': {
      const { tool, identity } = permit
      return journal.append([{ type: 'tool-confirmed', callId, tool, identity }, event])
    }
    case 'grant': {
      const { grantId, tool } = permit
      const used = { type: 'grant-used', callId, grantId, tool } as const
      const auditEntry = grantUseAuditEntry(context, used)
      return journal.append([used, event], { grantUse: { id: grantId, auditEntry } })
    }
  }
}

/**
 * Nobody watches an autonomous turn, so each use of a grant has an audit entry: with the call's id, without
 * its arguments.
 */
function grantUseAuditEntry(
  { ports, turn, journal, agent }: StepContext,
  { grantId, callId, tool }: Extract<ConversationEvent, { type: 'grant-used' }>,
): AuditEntry {
  const { conversationId: conversation_id, runId: run_id, userId: user_id } = turn
  const { signalId: signal_id = null } = journal.view.trigger() ?? {}
  return {
    ...{ id: ports.ids.next('aud'), at: ports.clock.now(), actor: null, action: 'grant-used' },
    ...{ target: grantId, traceId: journal.run.traceId },
    details: {
      ...{ tool, user_id, agent_id: agent?.id ?? null, signal_id },
      ...{ conversation_id, run_id, call_id: callId },
    },
  }
}

function started({ ports, turn }: StepContext, call: ToolCall, effect: ToolEffect) {
  const { conversationId, runId } = turn
  const executes = effect.kind === 'act' && effect.executes
  const address = { conversationId, runId, callId: call.id }
  return {
    ...{ type: 'tool-started' as const, call },
    ...(executes && { executionId: executionIdOf(address, ports.sha256) }),
  }
}

/**
 * The call with its current plan. A problem of the plan takes the place of the approval request, and the
 * gate refuses the call.
 */
async function planned(context: StepContext, { id }: ToolCall, bound: BoundCall) {
  const { plan } = bound
  if (!plan) return bound
  const attempted = await attempt(() => plan(toolServices(context, id)))
  if (attempted.status === 'refused') return refusedCall(bound, attempted.problem)
  const { output } = attempted
  return 'code' in output ? refusedCall(bound, output) : { ...bound, ...output }
}

function refusedCall(bound: BoundCall, problem: Problem): BoundCall {
  const effect: ToolEffect = {
    kind: 'read',
    run: async () => {
      throw new ProblemError(problem)
    },
  }
  return { ...bound, approvalRequest: () => problem, effect }
}

async function refuse(
  context: StepContext,
  call: ToolCall,
  problem: Problem,
): Promise<'completed'> {
  await rejectCall(context, call, problem)
  return 'completed'
}

/** A service account's answer is not a person's, though it may stand in the result. */
async function noteAnswer({ ports, reads }: StepContext, answer: Answer | null): Promise<void> {
  if (!answer?.answeredBy || answer.note === '') return
  const { answeredBy } = answer
  if (isServiceAccount(answeredBy, await ports.store.members.get(answeredBy)))
    reads.contents.add('program-message')
}

async function gatherFacts(
  context: StepContext,
  pending: PendingCall,
  { skillSlug, isAgentSkill, connector: named, destination, arguments: input = null }: BoundCall,
): Promise<ToolFacts> {
  const { ports, journal, principal, settings, attached } = context
  const { skills } = ports.store
  const skill = isAgentSkill
    ? (attached.find(({ slug }) => slug === skillSlug) ?? null)
    : skillSlug === null
      ? null
      : await findByName({ skills, viewer: principal.userId }, skillSlug)
  const connectors = named === undefined ? [] : ((await ports.connectors?.list(principal)) ?? [])
  const connector = connectors.find(({ name }) => name === named) ?? null
  return {
    session: journal.session,
    settings,
    skill,
    contextTokens: contextTokensOf(ports),
    failedCondition: skill && (await failedConditionHere(skill, context.environment)),
    connector,
    attached,
    turn: turnState(context),
    signal: triggerNow(context),
    egress: destination
      ? await egressFacts(context, { callId: pending.call.id, destination, input })
      : null,
  }
}

/** A person who has lost the administrator role since no longer counts as an operator. */
function triggerNow({ journal, principal }: StepContext): TriggerContext | null {
  const signal = journal.view.trigger()
  if (!signal || isAdministrator(principal.role)) return signal
  return { ...signal, operatorAuthored: false }
}

/** Only looked up when the refusal has to name an administrator. */
async function administrators(
  { ports, principal, settings }: StepContext,
  tool: Tool,
): Promise<readonly string[]> {
  if (!isForAdministrators(tool, settings, principal.role)) return []
  const members = await ports.store.members.list()
  return members.filter(({ role }) => isAdministrator(role)).map(({ name }) => name)
}

/** The approval's row and its event are one batch, and the run releases its lease until somebody answers. */
async function requestApproval(
  { ports, turn, journal, settings, client, fork }: StepContext,
  call: ToolCall,
  { approvalRequest, reason }: Extract<GateVerdict, { verdict: 'ask' }>,
): Promise<void> {
  const now = ports.clock.now()
  const shownReason =
    reason || (approvalRequest.type === 'skill_change' ? stepTextOf(journal.events, call) : '')
  const approval: Approval = {
    ...approvalRequest,
    id: ports.ids.next('apr') as ApprovalId,
    conversationId: turn.conversationId,
    runId: turn.runId,
    toolCallId: call.id,
    traceId: journal.run.traceId,
    reason: shownReason,
    status: 'pending',
    requestedBy: turn.userId,
    requestedAt: now,
    expiresAt: now + timeToAnswer(approvalRequest, settings),
    answeredBy: null,
    answeredAt: null,
    note: '',
  }
  const { id: approvalId, type: approvalType, subject, expiresAt } = approval
  const fields = {
    approvalId,
    callId: call.id,
    approvalType,
    subject,
    reason: shownReason,
    expiresAt,
  }
  await journal.append([{ type: 'approval-required', ...fields }], {
    approvals: [approval],
    // A client's run hands the question back in its next step, and waits for nobody.
    ...((client === null || fork) && { run: { status: 'waiting' } }),
  })
}

/** Document B's tools take no reason: the text of the step that made the call is shown instead. */
function stepTextOf(events: readonly LoggedEvent[], { id }: ToolCall): string {
  const step = events.findLast(
    ({ event }) =>
      event.type === 'step-completed' && event.toolCalls.some((call) => call.id === id),
  )?.event
  return step?.type === 'step-completed' ? truncate(step.text.trim(), maxReasonLength) : ''
}
