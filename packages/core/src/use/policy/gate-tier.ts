import type { Problem } from '../../base/errors.ts'
import type { AgentId, ToolGrantId, UserId } from '../../base/ids.ts'
import type { ApprovalRequest, ToolCallSubject } from '../../domain/approval.ts'
import type { ResolvedCall } from '../../domain/resolved-call.ts'
import { covers, type GrantWithMaker, isMakerAuthorized } from '../../domain/tool-grant.ts'
import { isAtLeast, type ToolTier, tierOfCall } from '../../domain/tool-tier.ts'
import type { BoundCall, Tool, ToolFacts } from '../tools/tool.ts'
import { type AnsweredApproval, declinedProblem } from './answer-problem.ts'
import {
  approvalOutdated,
  grantLapsed,
  inDiscovery,
  manualOnly,
  needsGrant,
  noScripts,
} from './tier-problems.ts'

/** What a call is let through by; written into the log in the batch that starts it. */
export type Permit =
  /** Nothing has to be permitted, or it was before. */
  | { readonly by: 'nothing' }
  /** A person's yes that holds for the rest of the conversation. */
  | { readonly by: 'confirmation'; readonly tool: string; readonly identity: string }
  | { readonly by: 'grant'; readonly grantId: ToolGrantId; readonly tool: string }

export type TierVerdict =
  | { readonly verdict: 'pass'; readonly by: Permit }
  /** `by`: once it, or what covers it, is answered with yes. */
  | {
      readonly verdict: 'ask'
      readonly approvalRequest: Extract<ApprovalRequest, { type: 'tool_call' }>
      readonly by: Permit
    }
  | { readonly verdict: 'refuse'; readonly problem: Problem }

/** What the tier of a call is held against, gathered just before it. Plain data. */
export interface TierInput {
  readonly tool: Tool
  readonly call: BoundCall
  readonly facts: ToolFacts
  /** What would happen, exactly. */
  readonly resolvedCall: ResolvedCall
  /** The tool of ours that the model called in its place (`tool_invoke`); null when it called this one itself. */
  readonly through: string | null
  /** The answer to this very call's question about its tier; null while nobody has been asked. */
  readonly confirmation: AnsweredApproval | null
  /** The skill whose text the model was given last. */
  readonly skill: string | null
  /** Stored permissions that may be used now, for turns that no person started; the one to use first comes first. */
  readonly grants: readonly GrantWithMaker[]
  /** A grant was used for this call already: its effect may have begun. */
  readonly grantId: ToolGrantId | null
  /** What the turn is about (E7), where it matters. */
  readonly stages: readonly string[]
  readonly onBehalfOf: { readonly agentId: AgentId | null; readonly userId: UserId }
}

/**
 * The gate's stage `tier` (E6): keyed on what is called, whoever suggested it. Only facts decide: the organisation's
 * settings, what a person answered to this very call, and stored grants; no text that a model read does. Pure.
 * Refusals: `approval.*`, and in a turn that no person started `tool.manual-only`, `tool.needs-grant`,
 * `tool.grant-lapsed`, `signal.discovering`, `signal.no-scripts`.
 */
export function gateTier(input: TierInput): TierVerdict {
  const { confirmation, resolvedCall, facts, skill } = input
  const refused = confirmation && declinedProblem(confirmation)
  if (refused) return { verdict: 'refuse', problem: refused }
  if (facts.signal) return gateAutonomous(input, facts.signal)
  const tier = tierInForce(input)
  if (tier === null || tier === 'READ_ONLY') return pass
  if (
    tier === 'CONFIRM_ONCE' &&
    facts.turn.confirmed.get(resolvedCall.tool) === resolvedCall.identity
  ) {
    return pass
  }
  const { tool, identity } = resolvedCall
  const by: Permit = tier === 'CONFIRM_ONCE' ? { by: 'confirmation', tool, identity } : noPermit
  if (!confirmation) {
    const subject: ToolCallSubject = { ...resolvedCall, tier, skill }
    return { verdict: 'ask', approvalRequest: { type: 'tool_call', subject }, by }
  }
  if (isBoundTo(confirmation, resolvedCall, tier)) return { verdict: 'pass', by }
  return { verdict: 'refuse', problem: approvalOutdated(resolvedCall.tool) }
}

const noPermit: Permit = { by: 'nothing' }
const pass: TierVerdict = { verdict: 'pass', by: noPermit }

/** What holds for this call now; null when only its own rules do. */
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

/** A yes is for these arguments of this tool, under a tier no stricter than the one it was asked for. */
function isBoundTo(
  { approvalRequest }: AnsweredApproval,
  resolvedCall: ResolvedCall,
  tier: ToolTier,
): boolean {
  if (approvalRequest.type !== 'tool_call') return false
  const { subject: asked } = approvalRequest
  return (
    asked.tool === resolvedCall.tool &&
    asked.argumentsDigest === resolvedCall.argumentsDigest &&
    asked.identity === resolvedCall.identity &&
    isAtLeast(asked.tier, tier)
  )
}

/** E8: there is nobody to ask, so what is not allowed beforehand does not happen. */
function gateAutonomous(
  input: TierInput,
  { operatorAuthored }: NonNullable<ToolFacts['signal']>,
): TierVerdict {
  const { call, resolvedCall, grants, grantId, stages, onBehalfOf } = input
  const executes = call.effect.kind === 'act' && call.effect.executes === true
  if (executes && !operatorAuthored) return { verdict: 'refuse', problem: noScripts }
  const tier = tierInForce(input) ?? (hasExternalEffect(call) ? 'CONFIRM_ONCE' : 'READ_ONLY')
  if (tier === 'READ_ONLY') return pass
  if (tier === 'MANUAL_ONLY') return { verdict: 'refuse', problem: manualOnly(resolvedCall.tool) }
  if (grantId !== null) return pass
  if (stages.length === 1 && stages[0] === 'discover') {
    return { verdict: 'refuse', problem: inDiscovery(resolvedCall.tool) }
  }
  const fitting = grants.filter((one) => covers(one, { call: resolvedCall, ...onBehalfOf }))
  const grant = fitting.find(isMakerAuthorized)
  if (!grant) {
    const problem =
      fitting.length > 0 ? grantLapsed(resolvedCall.tool) : needsGrant(resolvedCall.tool)
    return { verdict: 'refuse', problem }
  }
  return { verdict: 'pass', by: { by: 'grant', grantId: grant.id, tool: resolvedCall.tool } }
}

/** It does something outside the log; scripts have a rule of their own. */
function hasExternalEffect({ effect }: BoundCall): boolean {
  return effect.kind === 'act' && !effect.executes
}
