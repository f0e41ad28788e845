import type { TraceId } from '../../base/ids.ts'
import type { JsonObject } from '../../base/json.ts'
import { type AuditEntry, auditedBy } from '../../domain/audit-entry.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Trigger, TriggerFiring } from '../../domain/trigger.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import type { Clock, IdSource } from '../../ports/clock.ts'
import type { TenantStore } from '../../ports/store.ts'

/** The services needed to create an audit entry. */
export interface AuditDeps {
  readonly clock: Clock
  readonly ids: IdSource
}

/** Refusals of a trigger for the same reason are recorded once per interval, because senders can repeat at any rate. */
const refusalAuditIntervalMs = 60_000
/** More than the number of possible reasons. */
const maxRecentRefusals = 20

/** The audited fields of a trigger, without its message. Pure. */
export function triggerAuditDetails(source: Trigger): JsonObject {
  const { name, trigger, enabled, userId, agentId, scriptsAllowed, version } = source
  const when = trigger.kind === 'cron' ? { cron: trigger.cron, time_zone: trigger.timeZone } : {}
  const whose = { user_id: userId, agent_id: agentId }
  return {
    name,
    kind: trigger.kind,
    ...when,
    enabled,
    ...whose,
    scripts_allowed: scriptsAllowed,
    version,
  }
}

/**
 * The audit entry of a firing: the owner and the started turn, or why there is none; never the message,
 * and of ignored stages, which are words of the sender, only the number. `by`: the person who fired it manually; null for schedules and senders.
 */
export function firingEntry(
  { clock, ids }: AuditDeps,
  { name, trigger, userId, agentId }: Trigger,
  {
    firing,
    by,
    signal,
  }: {
    readonly firing: TriggerFiring
    readonly by: Principal | null
    readonly signal?: TriggerContext
  },
): AuditEntry {
  const { signalId, outcome, plannedAt, problem, traceId, conversationId, runId } = firing
  const about = { name, kind: trigger.kind, user_id: userId, agent_id: agentId }
  const turn = { conversation_id: conversationId, run_id: runId }
  const ignored = signal?.ignoredStages?.length ?? 0
  return {
    ...{ id: ids.next('aud'), at: clock.now(), ...doneBy(by), target: signalId, traceId },
    action: outcome === 'started' ? 'signal-fired' : 'signal-refused',
    details: {
      ...about,
      ...(plannedAt !== null && { planned_at: plannedAt }),
      ...(ignored > 0 && { ignored_stages: ignored }),
      ...(outcome === 'started' ? turn : { reason: problem?.code ?? null }),
    },
  }
}

/** {@link firingEntry} of a refused firing; null when the same reason was recorded within the last minute. */
export async function rejectedFiringEntry(
  deps: AuditDeps & { readonly store: Pick<TenantStore, 'audit'> },
  source: Trigger,
  firing: TriggerFiring,
): Promise<AuditEntry | null> {
  const lately = await deps.store.audit.list(
    { action: 'signal-refused', target: source.id },
    { limit: maxRecentRefusals },
  )
  const reason = firing.problem?.code ?? null
  const since = deps.clock.now() - refusalAuditIntervalMs
  const reported = lately.items.some(({ at, details }) => at > since && details.reason === reason)
  return reported ? null : firingEntry(deps, source, { firing, by: null })
}

/** The audit entry of a stop, automatic (`by` is null) or by a person. */
export function stopEntry(
  { clock, ids }: AuditDeps,
  source: Trigger,
  {
    reason,
    ...rest
  }: { readonly reason: string; readonly by: Principal | null; readonly traceId: TraceId | null },
): AuditEntry {
  return {
    ...{ id: ids.next('aud'), at: clock.now(), ...doneBy(rest.by), traceId: rest.traceId },
    ...{ action: 'signal-stopped', target: source.id },
    details: { ...triggerAuditDetails(source), enabled: false, reason },
  }
}

function doneBy(principal: Principal | null) {
  return principal ? auditedBy(principal) : { actor: null }
}
