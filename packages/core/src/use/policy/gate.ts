import type { Problem } from '../../base/errors.ts'
import { allowedByOne } from '../../domain/allowed-tools.ts'
import type { ApprovalRequest } from '../../domain/approval.ts'
import { disabledSkill } from '../../domain/disabled-skill.ts'
import type { ToolCall } from '../../domain/events.ts'
import { mayNotEnable, mayNotFetch, missingPermission } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { ToolTier } from '../../domain/tool-tier.ts'
import { scriptsUnavailable } from '../scripts/script-problems.ts'
import { enablementSubjectOf } from '../session/active-skill.ts'
import { reduceSession } from '../session/reduce-session.ts'
import { isContextOverflow } from '../tools/is-context-overflow.ts'
import { notAvailableHere } from '../tools/skill-conditions.ts'
import type { BoundCall, Tool, ToolFacts } from '../tools/tool.ts'
import type { ToolTable } from '../tools/toolset.ts'
import { type AnsweredApproval, answerProblem, rejectedProblem } from './answer-problem.ts'
import { type CallPermission, gateTier, type TierInput, type TierVerdict } from './gate-tier.ts'
import { toolNotAllowed } from './tool-not-allowed.ts'

export type Routing =
  | { readonly ok: true; readonly tool: Tool; readonly call: BoundCall }
  | { readonly ok: false; readonly problem: Problem }

export type GateVerdict =
  | { readonly verdict: 'run'; readonly by: CallPermission }
  | {
      readonly verdict: 'ask'
      readonly approvalRequest: ApprovalRequest
      readonly reason: string
    }
  | { readonly verdict: 'refuse'; readonly problem: Problem }

/**
 * The first stage of the gate: finds the tool and checks its input (`tool.unknown`, `sandbox.unavailable`,
 * `tool.bad-input`).
 * Pure.
 */
export function routeToolCall(call: ToolCall, tools: ToolTable): Routing {
  const tool = tools.find(call.name)
  if (!tool) {
    // Models know such tools from the texts of skills.
    const isLeftOut = tools.needingSandbox.has(call.name)
    return { ok: false, problem: isLeftOut ? scriptsUnavailable : unknownTool(call.name, tools) }
  }
  const bound = tool.bind(call.input)
  return bound.ok ? { ok: true, tool, call: bound.call } : bound
}

export interface GateInput extends TierInput {
  readonly principal: Principal
  /** The answer to the call's own request; null while there is none. */
  readonly approval: AnsweredApproval | null
  /** Names of the organisation's owners and admins, for the refusal's text. */
  readonly administrators: readonly string[]
}

/**
 * The one gate that every tool call passes: after {@link routeToolCall} come allowlist →
 * policy → tier → preflight → approval. Only `run` permits the effect. Pure, and evaluated again at the
 * moment of the call and after an approval, so that each change in between counts. Refusals:
 * `tool.not-allowed`, `tool.not-in-sub-agent`, `auth.permission-missing`, `policy.admin-only`,
 * `approval.denied`, `approval.expired`, `approval.cancelled`, `approval.stale`, `skill.not-found`,
 * `skill.disabled`, `skill.not-available-here`, those of {@link gateTier}, and those of the session reducer or the call's own request.
 */
export function gateToolCall(input: GateInput): GateVerdict {
  const forbidden = forbiddenProblem(input)
  if (forbidden) return { verdict: 'refuse', problem: forbidden }
  const tier = gateTier(input)
  if (tier.verdict === 'refuse') return tier
  const problem =
    (input.approval ? answerProblem(input.approval, input) : undefined) ??
    availabilityProblem(input)
  if (problem) return { verdict: 'refuse', problem }
  const preflight = dryRun(input)
  if (preflight.problem) return { verdict: 'refuse', problem: preflight.problem }
  const own = input.approval ? null : callApprovalRequest(input, preflight.changesSomething)
  if (own && 'code' in own) return { verdict: 'refuse', problem: own }
  return verdictOf(input, own, tier)
}

/**
 * Whether a call may be planned whose plan sends something. Whatever does not depend on the plan is decided before it:
 * nothing leaves for a call that is refused anyway, or that a person has yet to confirm. Null where it may. Pure.
 */
export function gatePlan(input: GateInput): Exclude<GateVerdict, { verdict: 'run' }> | null {
  const forbidden = forbiddenProblem(input)
  if (forbidden) return { verdict: 'refuse', problem: forbidden }
  const tier = gateTier(input)
  if (tier.verdict === 'refuse') return tier
  const rejected = input.approval && rejectedProblem(input.approval)
  if (rejected) return { verdict: 'refuse', problem: rejected }
  if (tier.verdict === 'pass') return null
  const { approvalRequest } = tier
  return { verdict: 'ask', approvalRequest, reason: input.call.reason }
}

function forbiddenProblem(input: GateInput): Problem | undefined {
  return allowlistProblem(input) ?? forkProblem(input) ?? policyProblem(input)
}

/**
 * Makes one request where it covers both, otherwise one after the other. In a turn that no person started,
 * nobody can approve.
 */
function verdictOf(
  { call: { reason }, facts, approval }: GateInput,
  own: ApprovalRequest | null,
  tier: Exclude<TierVerdict, { verdict: 'refuse' }>,
): GateVerdict {
  if (facts.signal && own) return { verdict: 'refuse', problem: noApprover }
  if (tier.verdict === 'ask') {
    const request = own ?? approval?.approvalRequest
    const covered = request !== undefined && coversTier(request, tier.approvalRequest.subject.tier)
    if (!covered) return { verdict: 'ask', approvalRequest: tier.approvalRequest, reason }
  }
  if (own) return { verdict: 'ask', approvalRequest: own, reason }
  return { verdict: 'run', by: tier.by }
}

/**
 * The call's own request, whatever its tier; null when none is needed, a problem when the call is
 * impossible.
 */
function callApprovalRequest(
  { tool, call, facts }: GateInput,
  changesSomething: boolean,
): ApprovalRequest | Problem | null {
  const mustRequest =
    tool.policy === 'skill-enablement' &&
    facts.settings.skillEnablementPolicy === 'prompt-user' &&
    changesSomething
  if (mustRequest && facts.skill) {
    const approvalRequest = {
      type: 'skill_enablement',
      subject: enablementSubjectOf(facts.skill),
    } as const
    return approvalRequest
  }
  return call.approvalRequest?.(facts) ?? null
}

/**
 * Whether an approval of this type covers the tier's request. An approval of code does not show the input,
 * so it covers CONFIRM_ONCE only. One of packages says nothing of the call. MANUAL_ONLY always needs its own
 * request.
 */
function coversTier({ type }: ApprovalRequest, tier: ToolTier): boolean {
  if (tier === 'MANUAL_ONLY' || type === 'package_installation') return false
  return type !== 'authored_tool' || tier === 'CONFIRM_ONCE'
}

const noApprover: Problem = {
  code: 'signal.nobody-to-ask',
  kind: 'forbidden',
  message:
    'A person would have to be asked first, and no person started this turn. Nothing was done.',
  hint: 'Go on without it, and say in your answer what a person has to do.',
}

/** A skill's list of allowed tools outranks any approval. */
function allowlistProblem({ tool, call, facts }: GateInput): Problem | undefined {
  const { restrictions } = facts.turn
  if (restrictions.length === 0 || tool.exemptFromAllowlist) return undefined
  const names = [tool.name, ...(call.allowlistNames ?? [])]
  const { subject } = call
  if (allowedByOne(restrictions, { names, ...(subject && { subject }) })) return undefined
  return toolNotAllowed(restrictions, names.at(-1) ?? tool.name)
}

/** A sub-agent's work does not show in the conversation it works for. */
function forkProblem({ tool, call, facts }: GateInput): Problem | undefined {
  if (facts.turn.fork === null || call.effect.kind !== 'session') return undefined
  return {
    code: 'tool.not-in-sub-agent',
    kind: 'forbidden',
    message: `${tool.name} changes the skills of the conversation, which a sub-agent may not do.`,
    hint: 'Do the task without it, and say in your result what is missing.',
  }
}

function policyProblem({ tool, principal, facts, administrators }: GateInput): Problem | undefined {
  const missing = missingPermission(principal, tool.permission)
  if (missing) return missing
  if (!isForAdministrators(tool, facts.settings, principal.role)) return undefined
  const names = administrators.slice(0, 3).join(', ')
  return {
    code: 'policy.admin-only',
    kind: 'forbidden',
    message: `In this organisation only owners and admins may ${tool.policy === 'dynamic-search' ? 'fetch skills from a registry' : 'enable skills'}. Tell the person to ask ${
      names ? `one of them for help: ${names}` : 'an owner or admin for help'
    }.`,
    hint: 'Do not try again; go on without the skill.',
  }
}

/** Whether the organisation's policy keeps this tool for owners and admins, of whom this role is none. Pure. */
export function isForAdministrators(
  { policy }: Pick<Tool, 'policy'>,
  settings: ToolFacts['settings'],
  role: Principal['role'],
): boolean {
  if (policy === 'none') return false
  return policy === 'dynamic-search' ? mayNotFetch(settings, role) : mayNotEnable(settings, role)
}

function availabilityProblem({ tool, facts }: GateInput): Problem | undefined {
  const { skill, failedCondition } = facts
  if (tool.policy !== 'skill-enablement' || !skill) return undefined
  if (!skill.enabled) {
    const hint = tool.hintWhenDisabled
    return { ...disabledSkill(skill), ...(hint !== undefined && { hint }) }
  }
  if (failedCondition !== null) return notAvailableHere(skill, failedCondition)
  return isContextOverflow(skill, facts)
}

/**
 * Runs the session command without keeping the result, so that nobody is asked to approve something
 * impossible.
 */
function dryRun({ call, facts }: GateInput): {
  problem?: Problem
  changesSomething: boolean
} {
  if (call.effect.kind !== 'session') return { changesSomething: false }
  const command = call.effect.command(facts)
  if ('code' in command) return { problem: command, changesSomething: false }
  const reduction = reduceSession(facts.session, command, facts)
  if (!reduction.ok) return { problem: reduction.refusal, changesSomething: false }
  return { changesSomething: reduction.state !== facts.session }
}

function unknownTool(name: string, tools: ToolTable): Problem {
  const known = tools.descriptions.map((tool) => tool.name)
  return {
    code: 'tool.unknown',
    kind: 'not-found',
    message: `There is no tool named "${name.slice(0, 100)}".`,
    hint: `The tools are: ${known.join(', ')}.`,
    details: { tools: known },
  }
}
