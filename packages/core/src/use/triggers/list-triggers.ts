import { ProblemError } from '../../base/errors.ts'
import type { TriggerId, UserId } from '../../base/ids.ts'
import type { Run } from '../../domain/conversation.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Trigger, TriggerFiring } from '../../domain/trigger.ts'
import type { Page, PageRequest } from '../../ports/pages.ts'
import type { TenantStore } from '../../ports/store.ts'
import { triggerNotFound } from '../../ports/trigger-problems.ts'
import { canManageTriggers } from './change-triggers.ts'
import { administratorsOnly } from './trigger-problems.ts'

/** The person's own triggers by default. */
export interface TriggerQuery {
  /** All triggers of the organisation. */
  readonly everybody: boolean
  readonly owner?: UserId | undefined
  readonly enabled?: boolean | undefined
}

/** A firing, redacted for the viewer. `run`: null when there is none, or its conversation was deleted. */
export interface VisibleFiring {
  readonly firing: TriggerFiring
  readonly run: Run | null
}

export interface ListedTrigger {
  readonly source: Trigger
  /** The latest firing within the retention time. */
  readonly last: VisibleFiring | null
}

/**
 * Lists the person's triggers; owners and admins can also list those of others. Throws ProblemError
 * `signal.administrators-only` when a member requests those of others.
 */
export async function listTriggers(
  store: TenantStore,
  principal: Principal,
  { everybody, owner, enabled, ...page }: TriggerQuery & PageRequest,
): Promise<Page<ListedTrigger>> {
  const { userId } = principal
  const others = owner === undefined ? everybody : owner !== userId
  if (others && !canManageTriggers(principal)) throw new ProblemError(administratorsOnly)
  const whose = everybody ? owner : (owner ?? userId)
  const found = await store.triggers.list({ userId: whose, enabled }, page)
  const items = found.items.map(async (source) => {
    const [last] = (await store.triggers.firings(source.id, { limit: 1 })).items
    return {
      source,
      last: last ? await visibleFiring(store, principal, { source, firing: last }) : null,
    }
  })
  return { items: await Promise.all(items), nextCursor: found.nextCursor }
}

/** Throws ProblemError `signal.not-found` unless the person owns it or is an owner or admin. */
export async function visibleTrigger(
  store: Pick<TenantStore, 'triggers'>,
  principal: Principal,
  id: TriggerId,
): Promise<Trigger> {
  const source = await store.triggers.get(id)
  if (source && (source.userId === principal.userId || canManageTriggers(principal))) return source
  throw triggerNotFound(id)
}

/** The firings of a trigger, newest first. Throws the problems of {@link visibleTrigger}. */
export async function listFirings(
  store: TenantStore,
  principal: Principal,
  { id, ...page }: PageRequest & { readonly id: TriggerId },
): Promise<Page<VisibleFiring>> {
  const source = await visibleTrigger(store, principal, id)
  const found = await store.triggers.firings(id, page)
  const items = found.items.map((firing) => visibleFiring(store, principal, { source, firing }))
  return { items: await Promise.all(items), nextCursor: found.nextCursor }
}

/** Hides the conversation and the sender's key from everybody but the owner. */
export async function visibleFiring(
  store: Pick<TenantStore, 'conversations'>,
  principal: Pick<Principal, 'userId'>,
  { source, firing }: { readonly source: Pick<Trigger, 'userId'>; readonly firing: TriggerFiring },
): Promise<VisibleFiring> {
  const { userId } = source
  const run = firing.runId && (await store.conversations.run(userId, firing.runId))
  if (userId === principal.userId) return { firing, run: run || null }
  return { firing: { ...firing, key: redactedKey(firing), conversationId: null }, run: run || null }
}

/** An idempotency key is untrusted text of a sender. */
function redactedKey({ key, runId, firedAt }: TriggerFiring): string {
  return key.startsWith('key:') ? `key:${runId ?? firedAt}` : key
}
