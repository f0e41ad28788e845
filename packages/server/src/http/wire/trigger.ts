import type { AgentId, Problem, UserId } from '@repertoire/core/base'
import type { Trigger, TriggerDraft } from '@repertoire/core/domain'
import type { ListedTrigger, VisibleFiring } from '@repertoire/core/use'
import type {
  TriggerBody,
  TriggerCreate,
  TriggerFiringBody,
  TriggerListItem,
  TriggerUpdate,
} from '@repertoire/protocol'
import { etagOf } from './etag.ts'
import { withoutLocation } from './problem-without-location.ts'
import { wireTime, wireTimeOrNull } from './time.ts'

/** The body for this viewer. The message is shown to its owner only. */
export function toTriggerBody(source: Trigger, viewer: UserId): TriggerBody {
  const { asset, trigger } = source
  return {
    id: source.id,
    name: source.name,
    user_id: source.userId,
    agent_id: source.agentId,
    message: source.userId === viewer ? source.message : null,
    trigger:
      trigger.kind === 'cron'
        ? { kind: 'cron', cron: trigger.cron, time_zone: trigger.timeZone, missed: trigger.missed }
        : { kind: 'webhook' },
    asset: asset && { symbol: asset.symbol, asset_class: asset.assetClass },
    severity: source.severity,
    preload_skills: [...source.preloadSkills],
    suggested_stages: [...source.suggestedStages],
    scripts_allowed: source.scriptsAllowed,
    conversation: source.conversation,
    most_per_hour: source.maxTurnsPerHour,
    enabled: source.enabled,
    note: source.note && brief(source.note),
    next_at: wireTimeOrNull(source.nextAt),
    last_fired_at: wireTimeOrNull(source.lastFiredAt),
    etag: etagOf(source.version),
    created_at: wireTime(source.createdAt),
    updated_at: wireTime(source.updatedAt),
  }
}

export function toTriggerListItem(
  { source, last }: ListedTrigger,
  viewer: UserId,
): TriggerListItem {
  return { ...toTriggerBody(source, viewer), last_firing: last && toFiringBody(last) }
}

export function fromTriggerUpdate(body: TriggerUpdate | TriggerCreate): Partial<TriggerDraft> {
  const { name, agent_id, message, trigger, asset, severity, conversation, enabled } = body
  const { preload_skills, suggested_stages, scripts_allowed, most_per_hour } = body
  return {
    ...(name !== undefined && { name }),
    ...(agent_id !== undefined && { agentId: agent_id as AgentId | null }),
    ...(message !== undefined && { message }),
    ...(trigger && { trigger: fromTrigger(trigger) }),
    ...(asset !== undefined && {
      asset: asset && { symbol: asset.symbol, assetClass: asset.asset_class },
    }),
    ...(severity && { severity }),
    ...(preload_skills && { preloadSkills: preload_skills }),
    ...(suggested_stages && { suggestedStages: suggested_stages }),
    ...(scripts_allowed !== undefined && { scriptsAllowed: scripts_allowed }),
    ...(conversation && { conversation }),
    ...(most_per_hour !== undefined && { maxTurnsPerHour: most_per_hour }),
    ...(enabled !== undefined && { enabled }),
  }
}

function fromTrigger(trigger: TriggerCreate['trigger']): TriggerDraft['trigger'] {
  if (trigger.kind === 'webhook') return trigger
  const { kind, cron, time_zone: timeZone, missed } = trigger
  return { kind, cron, timeZone, missed }
}

export function toFiringBody({ firing, run }: VisibleFiring): TriggerFiringBody {
  return {
    signal_id: firing.signalId,
    key: firing.key,
    planned_at: wireTimeOrNull(firing.plannedAt),
    fired_at: wireTime(firing.firedAt),
    outcome: firing.outcome,
    problem: firing.problem && brief(firing.problem),
    trace_id: firing.traceId,
    conversation_id: firing.conversationId,
    run_id: firing.runId,
    run_status: run?.status ?? null,
  }
}

function brief(problem: Problem) {
  const { code, message, hint } = withoutLocation(problem)
  return { code, message, ...(hint !== undefined && { hint }) }
}
