import { ProblemError, throwIf } from '../../base/errors.ts'
import type { ApiKeyId, TriggerId } from '../../base/ids.ts'
import { isAdministrator, missingPermission } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { NextTime, Trigger, TriggerDraft } from '../../domain/trigger.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import { triggerNotFound, triggerStale } from '../../ports/trigger-problems.ts'
import { stopEntry, triggerAuditDetails } from './audit-details.ts'
import { invalidSchedule, invalidTrigger } from './trigger-problems.ts'

const maxTriggers = 100

export interface TriggerDeps extends Pick<CatalogDeps, 'store' | 'clock' | 'ids'> {
  readonly next: NextTime
}

/**
 * Creates a schedule or a webhook for the person. `encryptSecret` generates and encrypts the secret of a
 * webhook. Throws ProblemError `auth.permission-missing`, `signal.invalid`, `signal.bad-schedule`,
 * `signal.too-many`, `agent.not-found`.
 */
export async function createTrigger(
  deps: TriggerDeps,
  actor: CatalogActor,
  {
    draft,
    encryptSecret,
    keyId = null,
  }: {
    draft: TriggerDraft
    encryptSecret: (id: TriggerId) => Promise<string>
    keyId?: ApiKeyId | null
  },
): Promise<Trigger> {
  const { store, clock, ids } = deps
  const { principal } = actor
  await checkDraft(deps, principal, draft)
  const mine = await store.triggers.list({ userId: principal.userId }, { limit: maxTriggers })
  if (mine.items.length >= maxTriggers) throw new ProblemError(tooMany)
  const now = clock.now()
  const source: Trigger = {
    ...draft,
    id: ids.next('sig') as TriggerId,
    ...{ ...actingAs(principal), keyIds: withKey([], keyId) },
    ...{ note: null, lastFiredAt: null, createdAt: now, updatedAt: now, version: 1 },
    nextAt: nextOf(deps, draft, now),
  }
  await store.triggers.create(
    source,
    source.trigger.kind === 'webhook' ? await encryptSecret(source.id) : null,
  )
  await record(deps, actor, 'signal-created', source)
  return source
}

/**
 * Changes a trigger of the person, and stores the person's current role and permissions with it. Throws the
 * problems of {@link createTrigger}, `signal.not-found` and `signal.stale`.
 */
export async function updateTrigger(
  deps: TriggerDeps,
  actor: CatalogActor,
  request: {
    readonly id: TriggerId
    readonly change: Partial<TriggerDraft>
    readonly expectedVersion?: number | undefined
    /** A new secret of a webhook, encrypted. */
    readonly encrypted?: string
    /** Of the request, or of its login. */
    readonly keyId?: ApiKeyId | null
  },
): Promise<Trigger> {
  const { principal } = actor
  const before = await ownTrigger(deps, principal, request.id)
  if (request.expectedVersion !== undefined && request.expectedVersion !== before.version) {
    throw triggerStale(before.id)
  }
  const after = { ...before, ...request.change }
  if (after.trigger.kind !== before.trigger.kind) {
    throw invalidTrigger('trigger', 'The kind of a trigger cannot be changed.')
  }
  await checkDraft(deps, principal, after)
  const now = deps.clock.now()
  const source: Trigger = {
    ...after,
    ...{ ...actingAs(principal), keyIds: withKey(before.keyIds, request.keyId) },
    ...{ note: after.enabled ? null : before.note, updatedAt: now, version: before.version + 1 },
    nextAt: nextOf(deps, after, Math.max(now, before.lastFiredAt ?? 0)),
  }
  await deps.store.triggers.update(source, request.encrypted)
  await record(deps, actor, 'signal-updated', source)
  return source
}

/** Stops or removes a trigger of the person; owners and admins may stop everybody's. */
export async function stopTrigger(
  deps: Omit<TriggerDeps, 'next'>,
  actor: CatalogActor,
  { id, remove }: { readonly id: TriggerId; readonly remove: boolean },
): Promise<void> {
  const { principal } = actor
  const source = await deps.store.triggers.get(id)
  const may = source?.userId === principal.userId || canManageTriggers(principal)
  if (!source || !may) throw triggerNotFound(id)
  throwIf(missingPermission(principal, 'conversations.use'))
  if (remove) {
    await deps.store.triggers.remove(id)
    await record(deps, actor, 'signal-deleted', source)
  } else {
    const { code: reason } = switchedOff
    const by = { by: principal, traceId: actor.traceId }
    await deps.store.triggers.stop(id, switchedOff, stopEntry(deps, source, { reason, ...by }))
  }
}

/** Throws ProblemError `signal.not-found`, also for triggers of other people. */
export async function ownTrigger(
  { store }: Pick<TriggerDeps, 'store'>,
  { userId }: Principal,
  id: TriggerId,
): Promise<Trigger> {
  const source = await store.triggers.get(id)
  if (source?.userId !== userId) throw triggerNotFound(id)
  return source
}

/** Whether the person may see and stop everybody's triggers. */
export function canManageTriggers(principal: Principal): boolean {
  return isAdministrator(principal.role) && !missingPermission(principal, 'agents.write')
}

function actingAs({ userId, role, permissions }: Principal) {
  return { userId, role, permissions }
}

function withKey(before: Trigger['keyIds'] = [], key: ApiKeyId | null = null): readonly ApiKeyId[] {
  return key === null || before.includes(key) ? before : [...before, key]
}

function nextOf({ next }: TriggerDeps, { trigger, enabled }: TriggerDraft, after: number) {
  return trigger.kind === 'cron' && enabled ? next(trigger, after) : null
}

async function checkDraft(
  { store, next, clock }: TriggerDeps,
  principal: Principal,
  { trigger, agentId, scriptsAllowed, message }: TriggerDraft,
): Promise<void> {
  throwIf(missingPermission(principal, 'conversations.use'))
  if (message.trim() === '') throw invalidTrigger('message', 'The message must not be empty.')
  if (trigger.kind === 'cron' && next(trigger, clock.now()) === null) {
    throw invalidSchedule('The schedule has no future time.')
  }
  if (agentId !== null && !(await store.agents.get(agentId))) {
    throw invalidTrigger('agent_id', 'There is no such agent.')
  }
  if (scriptsAllowed && !canManageTriggers(principal)) {
    throw invalidTrigger(
      'scripts_allowed',
      'Only an owner or admin can allow scripts in triggered turns.',
    )
  }
}

const switchedOff = {
  code: 'signal.switched-off',
  kind: 'conflict',
  message: 'It was switched off by a person.',
} as const

const tooMany = {
  code: 'signal.too-many',
  kind: 'conflict',
  message: `A person can have at most ${maxTriggers} triggers.`,
  hint: 'Remove one that is no longer needed.',
} as const

async function record(
  deps: Pick<CatalogDeps, 'store' | 'clock' | 'ids'>,
  actor: CatalogActor,
  action: 'signal-created' | 'signal-updated' | 'signal-deleted',
  source: Trigger,
): Promise<void> {
  await recordChanges(deps, actor, [
    { action, target: source.id, details: triggerAuditDetails(source) },
  ])
}
