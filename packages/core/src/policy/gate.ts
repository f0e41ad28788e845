import type { ToolCall } from '../agent/events.ts'
import type { ApprovalDecision, SkillEnablementSubject } from '../approval/approval.ts'
import type { Problem } from '../errors.ts'
import { enablementSubjectOf } from '../session/active-skill.ts'
import { reduceSession } from '../session/reduce-session.ts'
import type { BoundCall, Tool, ToolFacts } from '../tools/tool.ts'
import type { ToolTable } from '../tools/toolset.ts'
import { mayNotEnable, missingPermission } from './permissions.ts'
import type { Principal } from './principal.ts'

/** An approval's end, as far as the gate cares. */
export interface AnsweredApproval {
  readonly subject: SkillEnablementSubject
  readonly decision: ApprovalDecision
  /** What the person wrote with the answer. */
  readonly note: string
}

export type Routing =
  | { readonly ok: true; readonly tool: Tool; readonly call: BoundCall }
  | { readonly ok: false; readonly problem: Problem }

export type GateVerdict =
  | { readonly verdict: 'run' }
  | {
      readonly verdict: 'ask'
      readonly subject: SkillEnablementSubject
      readonly reason: string
    }
  | { readonly verdict: 'refuse'; readonly problem: Problem }

/** The gate's first stage: which tool, and is its input good (`tool.unknown`, `tool.bad-input`). Pure. */
export function routeToolCall(call: ToolCall, tools: ToolTable): Routing {
  const tool = tools.find(call.name)
  if (!tool) return { ok: false, problem: unknownTool(call.name, tools) }
  const bound = tool.bind(call.input)
  return bound.ok ? { ok: true, tool, call: bound.call } : bound
}

export interface GateInput {
  readonly tool: Tool
  readonly call: BoundCall
  readonly principal: Principal
  readonly facts: ToolFacts
  /** The answer to this very call's question; null while nobody has been asked. */
  readonly approval: AnsweredApproval | null
  /** Names of the organisation's owners and admins, to say whom to ask. */
  readonly administrators: readonly string[]
}

/**
 * The one gate every tool call passes (A7): after {@link routeToolCall} policy → preflight → approval;
 * only `run` lets the effect happen. Pure, and asked anew at the moment of the call and after an approval,
 * so that whatever changed meanwhile counts. Refusals: `auth.permission-missing`, `policy.admin-only`,
 * `approval.denied`, `approval.expired`, `approval.cancelled`, `approval.stale`, `skill.not-found`,
 * `skill.disabled`, and what the session reducer says.
 */
export function gateToolCall(input: GateInput): GateVerdict {
  const problem = policyProblem(input) ?? answerProblem(input) ?? availabilityProblem(input)
  if (problem) return { verdict: 'refuse', problem }
  const preflight = rehearse(input)
  if (preflight.problem) return { verdict: 'refuse', problem: preflight.problem }
  const mustAsk =
    input.tool.policy === 'skill-enablement' &&
    input.facts.settings.skillEnablementPolicy === 'prompt-user' &&
    preflight.changesSomething &&
    input.approval === null
  if (!mustAsk || !input.facts.skill) return { verdict: 'run' }
  return {
    verdict: 'ask',
    subject: enablementSubjectOf(input.facts.skill),
    reason: input.call.reason,
  }
}

function policyProblem({ tool, principal, facts, administrators }: GateInput): Problem | undefined {
  const missing = missingPermission(principal, tool.permission)
  if (missing) return missing
  if (tool.policy === 'none' || !mayNotEnable(facts.settings, principal.role)) return undefined
  const names = administrators.slice(0, 3).join(', ')
  return {
    code: 'policy.admin-only',
    kind: 'forbidden',
    message: `In this organisation only owners and admins may enable skills. Tell the person to ask ${
      names ? `one of them for help: ${names}` : 'an owner or admin for help'
    }.`,
    hint: 'Do not try again; go on without the skill.',
  }
}

function answerProblem({ approval, facts }: GateInput): Problem | undefined {
  if (!approval) return undefined
  const { decision, note, subject } = approval
  if (decision !== 'approved') return declined(decision, note, subject)
  const { skill } = facts
  const gone = !skill?.enabled || skill.id !== subject.skillId
  if (!gone && skill.head.digest === subject.digest) return undefined
  return {
    code: 'approval.stale',
    kind: 'stale',
    message: gone
      ? `"${subject.slug}" was approved, but it has been removed or disabled since the question was asked, so it was not enabled.`
      : `"${subject.slug}" was approved, but its content has changed since the question was asked, so the answer no longer counts.`,
    hint: gone
      ? 'Search for another skill, or go on without it.'
      : 'Call enable_skill again to ask about the current content.',
    details: { slug: subject.slug, approved_digest: subject.digest },
  }
}

function declined(
  decision: Exclude<ApprovalDecision, 'approved'>,
  note: string,
  { slug }: SkillEnablementSubject,
): Problem {
  const messages = {
    denied: `The person said no to enabling "${slug}".`,
    expired: `Nobody answered in time whether "${slug}" may be enabled, so it was not.`,
    cancelled: `The question whether "${slug}" may be enabled was withdrawn, so it was not.`,
  }
  return {
    code: `approval.${decision}`,
    kind: 'forbidden',
    message: note ? `${messages[decision]} They wrote: ${note}` : messages[decision],
    hint: 'Do not ask again unless the person brings it up; go on without the skill.',
    details: { slug, note },
  }
}

function availabilityProblem({ tool, facts }: GateInput): Problem | undefined {
  if (tool.policy !== 'skill-enablement' || !facts.skill || facts.skill.enabled) return undefined
  return {
    code: 'skill.disabled',
    kind: 'forbidden',
    message: `"${facts.skill.slug}" is switched off in the library, so it cannot be enabled here.`,
    hint: 'Search for another skill, or tell the person that it would have to be switched on first.',
    details: { slug: facts.skill.slug },
  }
}

/** Tries the session command without keeping the result: nobody is asked about what cannot be done. */
function rehearse({ call, facts }: GateInput): {
  problem?: Problem
  changesSomething: boolean
} {
  if (call.effect.kind === 'read') return { changesSomething: false }
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
