import { withoutPayload } from '../../base/text/frame-payload.ts'
import { routingTokens } from '../../choose/routing/routing-tokens.ts'
import type { LoggedEvent, ToolCall } from '../../domain/events.ts'
import { argumentsDigest, builtInIdentity, type ResolvedCall } from '../../domain/resolved-call.ts'
import { preferencesFor } from '../../domain/routing-preferences.ts'
import type { TierInput } from '../policy/gate-tier.ts'
import type { BoundCall, Tool } from '../tools/tool.ts'
import type { PendingCall } from './fold-run.ts'
import { triggerOfRun } from './run-trigger.ts'
import type { StepContext } from './step-context.ts'

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
  | 'confirmation'
  | 'skill'
  | 'grants'
  | 'grantId'
  | 'stages'
  | 'onBehalfOf'
>

/**
 * The facts that the tier of a call is checked against (E6). Grants and stages matter in autonomous turns
 * alone.
 */
export async function tierFacts(context: StepContext, gated: GatedCall): Promise<TierFacts> {
  const { ports, journal, principal, agent, turn } = context
  const { confirmation, grantId } = gated.pending
  const resolvedCall = resolveCall(context, gated)
  const { userId } = principal
  const autonomous = triggerOfRun(journal.events, turn.runId) !== null
  const { grants } = ports.store
  return {
    resolvedCall,
    through: gated.pending.call.name === gated.call.name ? null : gated.pending.call.name,
    confirmation: confirmation?.answer ?? null,
    skill: lastSkill(journal.events),
    grantId,
    grants: autonomous ? await grants.usable(userId, resolvedCall.tool, ports.clock.now()) : [],
    stages: autonomous ? stagesOf(context) : [],
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

/**
 * The skill whose text the model was given last, shown to the person who approves: the call may come from
 * it.
 */
function lastSkill(events: readonly LoggedEvent[]): string | null {
  for (const { event } of events.toReversed()) {
    if (event.type === 'skill-used' || event.type === 'fork-started') return event.skill.slug
    if (event.type === 'skills-preloaded' && event.skills.length > 0) {
      return event.skills.at(-1)?.slug ?? null
    }
    if (event.type === 'skills-state-changed') return event.state.enabledSkills.at(-1)?.slug ?? null
  }
  return null
}

/**
 * The stages of the turn (E7): those that its catalogue recorded, otherwise those of its message and its
 * trigger.
 */
function stagesOf({ ports, journal, turn, settings, agent }: StepContext): readonly string[] {
  const runEvents = journal.events.filter(({ runId }) => runId === turn.runId)
  const stages = new Set<string>()
  for (const { event } of runEvents) {
    if (event.type === 'skills-routed') return event.stages
    if (event.type === 'run-started')
      for (const one of event.signal?.suggestedStages ?? []) stages.add(one)
    if (event.type !== 'message-received' || !ports.routing) continue
    const { vocabularies } = preferencesFor(settings.routing, agent?.routing)
    const inferred = ports.routing.vocabularies
      .of(vocabularies)
      .infer(routingTokens(withoutPayload(event.text)))
    for (const one of inferred.stages) stages.add(one)
  }
  return [...stages].sort()
}
