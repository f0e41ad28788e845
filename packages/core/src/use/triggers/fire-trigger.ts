import { isProblemError, type Problem, ProblemError } from '../../base/errors.ts'
import type { ConversationId, Timestamp, TraceId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { Conversation } from '../../domain/conversation.ts'
import type { Member } from '../../domain/member.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import { lowerRole, type Principal, roles } from '../../domain/principal.ts'
import { emptySession } from '../../domain/session-state.ts'
import { slugsFor } from '../../domain/slug.ts'
import type { FiringRecord, Trigger, TriggerFiring } from '../../domain/trigger.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import type { Clock, IdSource } from '../../ports/clock.ts'
import type { TenantStore } from '../../ports/store.ts'
import type { StartedRun } from '../conversation/start-run.ts'
import { firingEntry, stopEntry } from './audit-details.ts'
import { canManageTriggers } from './change-triggers.ts'
import { ownerGone, ownerRoleChanged } from './trigger-problems.ts'

export interface FireDeps {
  readonly store: TenantStore
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
  /** Starts the run, and a worker for it. */
  start(request: {
    readonly principal: Principal
    readonly conversationId: ConversationId
    readonly text: string
    readonly newConversation: Conversation
    readonly signal: TriggerContext
    readonly firing: FiringRecord
    readonly parentSpanId?: string | undefined
  }): Promise<StartedRun>
}

/** A request to fire a trigger. */
export interface FiringRequest {
  /** As in {@link TriggerFiring}. */
  readonly key: string
  readonly text: string
  readonly planned?: FiringRecord['planned']
  readonly bodyDigest?: string
  readonly traceId?: TraceId | undefined
  /** The person who fires it manually; absent for schedules and senders. */
  readonly by?: Principal
  readonly parentSpanId?: string | undefined
  /** The fields that a delivery may set. */
  readonly context?: Partial<
    Pick<TriggerContext, 'asset' | 'severity' | 'preloadSkills' | 'suggestedStages' | 'reference'>
  >
}

/**
 * Starts the turn of a trigger in a conversation of its owner, with the permissions that the owner has now and
 * had at its last change. Idempotent per key: later callers get the first firing. Throws ProblemError
 * `signal.owner-gone` and `signal.owner-lowered` after stopping the trigger; `signal.too-often`,
 * `signal.moved-on`, `conversation.busy`, `agent.not-found` and other problems of starting a run.
 */
export async function fireTrigger(
  deps: FireDeps,
  source: Trigger,
  request: FiringRequest,
): Promise<TriggerFiring> {
  const { store, clock, ids } = deps
  const member = await store.members.get(source.userId)
  const stopped = stopReason(source, member)
  if (!member || stopped) {
    const note = stopped ?? ownerGone
    const because = { reason: note.code, by: null, traceId: request.traceId ?? null }
    await store.triggers.stop(source.id, note, stopEntry(deps, source, because))
    throw new ProblemError(note)
  }
  const conversationId = conversationOf(deps, source, request)
  const traceId = request.traceId ?? ids.traceId()
  const firing = firingOf(source, request, { at: clock.now(), traceId })
  const principal = actingPrincipal(store, { source, member, by: request.by })
  const signal = triggerContext(source, principal, { traceId, context: request.context ?? {} })
  const auditEntry = firingEntry(deps, source, { firing, by: request.by ?? null, signal })
  const { maxTurnsPerHour } = source
  const { planned } = request
  try {
    const { runId } = await deps.start({
      ...{ principal, conversationId, text: request.text, parentSpanId: request.parentSpanId },
      newConversation: conversationFor(deps, source, conversationId),
      signal,
      firing: { firing, auditEntry, maxTurnsPerHour, ...(planned && { planned }) },
    })
    return { ...firing, conversationId, runId }
  } catch (error) {
    const earlier = isProblemError(error) && (await store.triggers.firing(source.id, request.key))
    if (!earlier) throw error
    return earlier
  }
}

function stopReason(source: Trigger, member: Member | null): Problem | undefined {
  if (!member) return ownerGone
  const may = rolePermissions(member.role).includes('conversations.use')
  return may && roles.indexOf(member.role) <= roles.indexOf(source.role)
    ? undefined
    : ownerRoleChanged
}

interface Acting {
  readonly source: Trigger
  readonly member: Member
  readonly by: Principal | undefined
}

/** Never more than a person who fires it by hand may do with the key that they use. */
function actingPrincipal(store: TenantStore, { source, member, by }: Acting): Principal {
  const role = lowerRole(lowerRole(member.role, source.role), by?.role ?? member.role)
  const limits = [source.permissions, by?.permissions ?? source.permissions]
  const permissions = rolePermissions(role).filter((one) => limits.every((l) => l.includes(one)))
  return { tenantId: store.tenantId, userId: source.userId, role, permissions }
}

function triggerContext(
  source: Trigger,
  acting: Principal,
  { traceId, context }: { traceId: TraceId; context: NonNullable<FiringRequest['context']> },
): TriggerContext {
  const { id, name, trigger, preloadSkills, scriptsAllowed } = source
  return {
    source: trigger.kind,
    signalId: id,
    name,
    asset: context.asset ?? source.asset,
    severity: context.severity ?? source.severity,
    preloadSkills: preloadsOf(preloadSkills, context.preloadSkills),
    ...stagesOf(source.suggestedStages, context.suggestedStages ?? []),
    operatorAuthored: scriptsAllowed && canManageTriggers(acting),
    traceId,
    ...(context.reference !== undefined && { reference: context.reference }),
  }
}

/**
 * A delivery may ask for fewer of the trigger's skills, under any id that means one of them, never for others.
 * Asking for others alone changes nothing.
 */
function preloadsOf(own: readonly string[], asked?: readonly string[]): readonly string[] {
  if (asked === undefined || asked.length === 0) return asked ?? own
  const meant = new Set(asked.flatMap(slugsFor))
  const fewer = own.filter((one) => slugsFor(one).some((slug) => meant.has(slug)))
  return fewer.length > 0 ? fewer : own
}

/**
 * A delivery may choose among the trigger's stages. None of them at all leaves every one in effect, because a
 * turn without stages is not held to `discover`.
 */
function stagesOf(own: readonly string[], asked: readonly string[]) {
  const chosen = own.filter((stage) => asked.includes(stage))
  const ignoredStages = [...new Set(asked)].filter((stage) => !own.includes(stage))
  return {
    suggestedStages: chosen.length > 0 ? chosen : own,
    ...(ignoredStages.length > 0 && { ignoredStages }),
  }
}

/** The firing before its run exists; the batch that starts the run adds the ids. */
export function firingOf(
  { id }: Trigger,
  { key, planned, bodyDigest }: Pick<FiringRequest, 'key' | 'planned' | 'bodyDigest'>,
  { at, traceId }: { readonly at: Timestamp; readonly traceId: TraceId },
): TriggerFiring {
  return {
    ...{ signalId: id, key, traceId, firedAt: at, outcome: 'started', problem: null },
    plannedAt: planned?.due ?? null,
    bodyDigest: bodyDigest ?? null,
    ...{ conversationId: null, runId: null },
  }
}

/** Deterministic for a firing, so that a retry after a crash creates no second conversation. */
function conversationOf(
  { sha256 }: FireDeps,
  { id, conversation, agentId }: Trigger,
  { key }: FiringRequest,
): ConversationId {
  const part = conversation === 'kept' ? '' : key
  return `cnv_${sha256(JSON.stringify([id, agentId, part])).slice(0, 32)}` as ConversationId
}

function conversationFor(
  { clock }: FireDeps,
  { userId, name, agentId }: Trigger,
  id: ConversationId,
): Conversation {
  const now = clock.now()
  const empty = { title: name, agentId, session: emptySession, headSeq: 0 }
  return { id, userId, ...empty, createdAt: now, updatedAt: now }
}
