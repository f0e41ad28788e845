import type { Problem } from '../../base/errors.ts'
import type { AgentId, ToolGrantId, UserId } from '../../base/ids.ts'
import type { ApprovalQuestion, ToolCallSubject } from '../../domain/approval.ts'
import type { ExactCall } from '../../domain/exact-call.ts'
import { covers, isBacked, type StandingGrant } from '../../domain/tool-grant.ts'
import { isAtLeast, type ToolTier, tierOfCall } from '../../domain/tool-tier.ts'
import type { BoundCall, Tool, ToolFacts } from '../tools/tool.ts'
import { type AnsweredApproval, declinedProblem } from './answer-problem.ts'
import {
  discovering,
  grantLapsed,
  manualOnly,
  needsGrant,
  noScripts,
  otherThanAsked,
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
      readonly question: Extract<ApprovalQuestion, { type: 'tool_call' }>
      readonly by: Permit
    }
  | { readonly verdict: 'refuse'; readonly problem: Problem }

/** What the tier of a call is held against, gathered just before it. Plain data. */
export interface TierInput {
  readonly tool: Tool
  readonly call: BoundCall
  readonly facts: ToolFacts
  /** What would happen, exactly. */
  readonly exact: ExactCall
  /** The tool of ours that the model called in its place (`tool_invoke`); null when it called this one itself. */
  readonly through: string | null
  /** The answer to this very call's question about its tier; null while nobody has been asked. */
  readonly confirmation: AnsweredApproval | null
  /** The skill whose text the model was given last. */
  readonly skill: string | null
  /** Stored permissions that may be used now, for turns that no person started; the one to use first comes first. */
  readonly grants: readonly StandingGrant[]
  /** A grant was used for this call already: its effect may have begun. */
  readonly grantId: ToolGrantId | null
  /** What the turn is about (E7), where it matters. */
  readonly stages: readonly string[]
  readonly on: { readonly agentId: AgentId | null; readonly userId: UserId }
}

/**
 * The gate's stage `tier` (E6): keyed on what is called, whoever suggested it. Only facts decide: the organisation's
 * settings, what a person answered to this very call, and stored grants; no text that a model read does. Pure.
 * Refusals: `approval.*`, and in a turn that no person started `tool.manual-only`, `tool.needs-grant`,
 * `tool.grant-lapsed`, `signal.discovering`, `signal.no-scripts`.
 */
export function gateTier(input: TierInput): TierVerdict {
  const { confirmation, exact, facts, skill } = input
  const refused = confirmation && declinedProblem(confirmation)
  if (refused) return { verdict: 'refuse', problem: refused }
  if (facts.signal) return gateAutonomous(input, facts.signal)
  const tier = tierInForce(input)
  if (tier === null || tier === 'READ_ONLY') return pass
  if (tier === 'CONFIRM_ONCE' && facts.turn.confirmed.get(exact.tool) === exact.identity) {
    return pass
  }
  const { tool, identity } = exact
  const by: Permit = tier === 'CONFIRM_ONCE' ? { by: 'confirmation', tool, identity } : nothing
  if (!confirmation) {
    const subject: ToolCallSubject = { ...exact, tier, skill }
    return { verdict: 'ask', question: { type: 'tool_call', subject }, by }
  }
  if (isStill(confirmation, exact, tier)) return { verdict: 'pass', by }
  return { verdict: 'refuse', problem: otherThanAsked(exact.tool) }
}

const nothing: Permit = { by: 'nothing' }
const pass: TierVerdict = { verdict: 'pass', by: nothing }

/** What holds for this call now; null when only its own rules do. */
export function tierInForce({
  tool,
  call,
  facts,
  exact,
  through,
}: Pick<TierInput, 'tool' | 'call' | 'facts' | 'exact' | 'through'>): ToolTier | null {
  const ownTier = call.tier ?? tool.tier
  return tierOfCall(facts.settings, { name: exact.tool, ownTier, doors: [tool.name, through] })
}

/** A yes is for these arguments of this tool, under a tier no stricter than the one it was asked for. */
function isStill({ question }: AnsweredApproval, exact: ExactCall, tier: ToolTier): boolean {
  if (question.type !== 'tool_call') return false
  const { subject: asked } = question
  return (
    asked.tool === exact.tool &&
    asked.argumentsDigest === exact.argumentsDigest &&
    asked.identity === exact.identity &&
    isAtLeast(asked.tier, tier)
  )
}

/** E8: there is nobody to ask, so what is not allowed beforehand does not happen. */
function gateAutonomous(
  input: TierInput,
  { operatorAuthored }: NonNullable<ToolFacts['signal']>,
): TierVerdict {
  const { call, exact, grants, grantId, stages, on } = input
  const executes = call.effect.kind === 'act' && call.effect.executes === true
  if (executes && !operatorAuthored) return { verdict: 'refuse', problem: noScripts }
  const tier = tierInForce(input) ?? (actsUnasked(call) ? 'CONFIRM_ONCE' : 'READ_ONLY')
  if (tier === 'READ_ONLY') return pass
  if (tier === 'MANUAL_ONLY') return { verdict: 'refuse', problem: manualOnly(exact.tool) }
  if (grantId !== null) return pass
  if (stages.length === 1 && stages[0] === 'discover') {
    return { verdict: 'refuse', problem: discovering(exact.tool) }
  }
  const fitting = grants.filter((one) => covers(one, { call: exact, ...on }))
  const grant = fitting.find(isBacked)
  if (!grant) {
    const problem = fitting.length > 0 ? grantLapsed(exact.tool) : needsGrant(exact.tool)
    return { verdict: 'refuse', problem }
  }
  return { verdict: 'pass', by: { by: 'grant', grantId: grant.id, tool: exact.tool } }
}

/** It does something outside the log; scripts have a rule of their own. */
function actsUnasked({ effect }: BoundCall): boolean {
  return effect.kind === 'act' && !effect.executes
}
