import type { Problem } from '../../base/errors.ts'
import type { AgentId, ToolGrantId, UserId } from '../../base/ids.ts'
import type { ApprovalRequest, ToolCallSubject } from '../../domain/approval.ts'
import { nameOfDestination } from '../../domain/egress.ts'
import type { ToolRestriction, UsedSkill } from '../../domain/events.ts'
import type { ResolvedCall } from '../../domain/resolved-call.ts'
import { type GrantWithAuthor, grantMatches, isAuthorAuthorized } from '../../domain/tool-grant.ts'
import { isAtLeast, maxTier, type ToolTier, tierOfCall } from '../../domain/tool-tier.ts'
import type { BoundCall, Tool, ToolFacts } from '../tools/tool.ts'
import { type AnsweredApproval, rejectedProblem } from './answer-problem.ts'
import { egressRule, namesDestination } from './egress-rule.ts'
import { preapprovingList } from './preapproval.ts'
import {
  approvalExpired,
  egressNotListed,
  grantExpired,
  inDiscovery,
  manualOnly,
  needsGrant,
  scriptsForbidden,
} from './tier-problems.ts'

/** What permits a call; logged in the batch that starts it. */
export type CallPermission =
  /** No permit is needed, or it was given before. */
  | { readonly by: 'nothing' }
  /** A confirmation that counts for the rest of the conversation. */
  | { readonly by: 'confirmation'; readonly tool: string; readonly identity: string }
  /** A list of an active skill that pre-approves it. It ends with the skill, so nothing is remembered. */
  | { readonly by: 'skill'; readonly skill: UsedSkill }
  | { readonly by: 'grant'; readonly grantId: ToolGrantId; readonly tool: string }

export type TierVerdict =
  | { readonly verdict: 'pass'; readonly by: CallPermission }
  /** `by`: the permit after this request, or one that covers it, is approved. */
  | {
      readonly verdict: 'ask'
      readonly approvalRequest: Extract<ApprovalRequest, { type: 'tool_call' }>
      readonly by: CallPermission
    }
  | { readonly verdict: 'refuse'; readonly problem: Problem }

/** The facts that the tier of a call is checked against, gathered just before it. Plain data. */
export interface TierInput {
  readonly tool: Tool
  readonly call: BoundCall
  readonly facts: ToolFacts
  /** The call with its exact arguments and identity. */
  readonly resolvedCall: ResolvedCall
  /** The proxy tool that the model called (`tool_invoke`); null for a direct call. */
  readonly through: string | null
  /** Lists of active skills whose tools need no further confirmation. Not a skill's word: see `preapprovedLists`. */
  readonly preapproved: readonly ToolRestriction[]
  /** The answer to this call's request for its tier; null while there is none. */
  readonly confirmation: AnsweredApproval | null
  /** The skill whose text the model was given last. */
  readonly skill: string | null
  /** Usable grants, for turns that no person started; the one to use first comes first. */
  readonly grants: readonly GrantWithAuthor[]
  /** A grant was already used for this call: its effect may have begun. */
  readonly grantId: ToolGrantId | null
  /** The stages of an autonomous turn that may void grants. */
  readonly stages: readonly string[]
  readonly onBehalfOf: { readonly agentId: AgentId | null; readonly userId: UserId }
}

/**
 * The tier stage of the gate. It depends on the called tool, whoever suggested the call. Only facts
 * decide: the organisation's settings, a person's answer to this call, and stored grants; never text that a
 * model read. Pure. Refusals: `approval.*`, and in a turn that no person started `tool.manual-only`,
 * `tool.needs-grant`, `egress.not-listed`, `tool.grant-lapsed`, `signal.discovering`, `signal.no-scripts`.
 */
export function gateTier(input: TierInput): TierVerdict {
  const { confirmation, resolvedCall, facts, skill } = input
  const refused = confirmation && rejectedProblem(confirmation)
  if (refused) return { verdict: 'refuse', problem: refused }
  if (facts.signal) return gateAutonomous(input, facts.signal)
  const asks = egressRule(facts) === 'ask'
  const tier = asks ? maxTier(tierInForce(input) ?? sendingTier, sendingTier) : tierInForce(input)
  if (tier === null || tier === 'READ_ONLY') return pass
  if (
    tier === 'CONFIRM_ONCE' &&
    facts.turn.confirmed.get(resolvedCall.tool) === resolvedCall.identity
  ) {
    return pass
  }
  const list = tier === 'CONFIRM_ONCE' ? preapprovingList(input.preapproved, input) : undefined
  if (list && !confirmation) return { verdict: 'pass', by: { by: 'skill', skill: list.skill } }
  const { tool, identity } = resolvedCall
  const by: CallPermission =
    tier === 'CONFIRM_ONCE' ? { by: 'confirmation', tool, identity } : noPermit
  if (!confirmation) {
    const sendsTo = asks && facts.egress ? nameOfDestination(facts.egress.destination) : undefined
    const subject: ToolCallSubject = { ...resolvedCall, tier, skill, ...(sendsTo && { sendsTo }) }
    return { verdict: 'ask', approvalRequest: { type: 'tool_call', subject }, by }
  }
  if (isBoundTo(confirmation, resolvedCall, tier)) return { verdict: 'pass', by }
  return { verdict: 'refuse', problem: approvalExpired(resolvedCall.tool) }
}

/** The least tier of a request that could carry what the agent knows to a third party. */
const sendingTier: ToolTier = 'ALWAYS_CONFIRM'
const noPermit: CallPermission = { by: 'nothing' }
const pass: TierVerdict = { verdict: 'pass', by: noPermit }

/** The tier of this call now; null when only its own rules apply. */
export function tierInForce({
  tool,
  call,
  facts,
  resolvedCall,
  through,
}: Pick<TierInput, 'tool' | 'call' | 'facts' | 'resolvedCall' | 'through'>): ToolTier | null {
  const ownTier = call.tier ?? tool.tier
  return tierOfCall(facts.settings, {
    name: resolvedCall.tool,
    ownTier,
    proxies: [tool.name, through],
  })
}

/**
 * Whether an approval is bound to this call: the same arguments and identity, and a tier at least as
 * strict.
 */
function isBoundTo(
  { approvalRequest }: AnsweredApproval,
  resolvedCall: ResolvedCall,
  tier: ToolTier,
): boolean {
  if (approvalRequest.type !== 'tool_call') return false
  const { subject: approved } = approvalRequest
  return (
    approved.tool === resolvedCall.tool &&
    approved.argumentsDigest === resolvedCall.argumentsDigest &&
    approved.identity === resolvedCall.identity &&
    isAtLeast(approved.tier, tier)
  )
}

/** Nobody can approve anything, so a call needs a permission given beforehand. */
function gateAutonomous(
  input: TierInput,
  { operatorAuthored }: NonNullable<ToolFacts['signal']>,
): TierVerdict {
  const { call, facts, resolvedCall, grants, grantId, stages, onBehalfOf } = input
  const executes = call.effect.kind === 'act' && call.effect.executes === true
  if (executes && !operatorAuthored) return { verdict: 'refuse', problem: scriptsForbidden }
  const tier = tierInForce(input) ?? (needsPermit(call) ? 'CONFIRM_ONCE' : 'READ_ONLY')
  const sendsTo = egressRule(facts) === 'grant' ? (facts.egress?.destination ?? null) : null
  if (tier === 'READ_ONLY' && !sendsTo) return pass
  if (tier === 'MANUAL_ONLY') return { verdict: 'refuse', problem: manualOnly(resolvedCall.tool) }
  if (grantId !== null) return pass
  if (stages.length === 1 && stages[0] === 'discover') {
    return { verdict: 'refuse', problem: inDiscovery(resolvedCall.tool) }
  }
  const fitting = grants.filter(
    (one) =>
      grantMatches(one, { call: resolvedCall, ...onBehalfOf }) &&
      (sendsTo === null || namesDestination(one, sendsTo)),
  )
  const grant = fitting.find(isAuthorAuthorized)
  if (!grant) {
    const { tool } = resolvedCall
    const missing = sendsTo ? egressNotListed(tool, sendsTo) : needsGrant(tool)
    return { verdict: 'refuse', problem: fitting.length > 0 ? grantExpired(tool) : missing }
  }
  return { verdict: 'pass', by: { by: 'grant', grantId: grant.id, tool: resolvedCall.tool } }
}

/** Whether it acts outside the log, or writes what outlasts the conversation. Scripts have their own rule. */
function needsPermit({ effect }: BoundCall): boolean {
  if (effect.kind === 'record') return effect.lasting === true
  return effect.kind === 'act' && !effect.executes
}
