import type { ToolCall } from '../../domain/events.ts'
import { argumentsDigest, builtInIdentity, type ResolvedCall } from '../../domain/resolved-call.ts'
import type { TierInput } from '../policy/gate-tier.ts'
import type { BoundCall, Tool } from '../tools/tool.ts'
import type { PendingCall } from './fold-run.ts'
import { preapprovedLists } from './preapproved-lists.ts'
import type { StepContext } from './step-context.ts'
import { stagesForTier } from './tier-stages.ts'

/** A call that passes through the gate. */
export interface GatedCall {
  readonly pending: PendingCall
  readonly call: ToolCall
  readonly tool: Tool
  readonly bound: BoundCall
}

type TierFacts = Pick<
  TierInput,
  | 'resolvedCall'
  | 'through'
  | 'preapproved'
  | 'confirmation'
  | 'skill'
  | 'grants'
  | 'grantId'
  | 'stages'
  | 'onBehalfOf'
>

/**
 * The facts that the tier of a call is checked against. Grants and stages matter in autonomous turns
 * alone.
 */
export async function tierFacts(context: StepContext, gated: GatedCall): Promise<TierFacts> {
  const { ports, journal, principal, agent } = context
  const { confirmation, grantId } = gated.pending
  const resolvedCall = resolveCall(context, gated)
  const { userId } = principal
  const signal = journal.view.trigger()
  const { grants } = ports.store
  return {
    resolvedCall,
    through: gated.pending.call.name === gated.call.name ? null : gated.pending.call.name,
    preapproved: await preapprovedLists(context),
    confirmation: confirmation?.answer ?? null,
    skill: journal.view.lastSkill(),
    grantId,
    grants: signal ? await grants.usable(userId, resolvedCall.tool, ports.clock.now()) : [],
    stages: signal ? stagesForTier(context, signal) : [],
    onBehalfOf: { agentId: agent?.id ?? null, userId },
  }
}

function resolveCall(
  { ports }: StepContext,
  { call, tool: invokedTool, bound }: GatedCall,
): ResolvedCall {
  const tool = bound.target ?? invokedTool.name
  const given = bound.arguments ?? call.input
  return {
    ...{ tool, arguments: given, argumentsDigest: argumentsDigest(tool, given, ports.sha256) },
    identity: bound.identity ?? builtInIdentity,
  }
}
