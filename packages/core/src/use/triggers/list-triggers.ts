import { ProblemError } from '../../base/errors.ts'
import type { TriggerId, UserId } from '../../base/ids.ts'
import type { Run } from '../../domain/conversation.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Trigger, TriggerFiring } from '../../domain/trigger.ts'
import type { Page, PageRequest } from '../../ports/pages.ts'
import type { TenantStore } from '../../ports/store.ts'
import { canAdministerTriggers } from './change-triggers.ts'
import { administratorsOnly, triggerNotFound } from './trigger-problems.ts'

/** Whose signals are asked for: one's own unless more is said. */
export interface TriggerQuery {
  /** The organisation's. */
  readonly everybody: boolean
  readonly owner?: UserId | undefined
  readonly enabled?: boolean | undefined
}

/** A firing as somebody may see it. `run`: null when there is none, or its conversation was deleted. */
export interface VisibleFiring {
  readonly firing: TriggerFiring
  readonly run: Run | null
}

export interface ListedTrigger {
  readonly source: Trigger
  /** What came of it last, within the time that firings are kept. */
  readonly last: VisibleFiring | null
}

/**
 * A person's own signals; those of others for owners and admins (E8). Throws ProblemError
 * `signal.administrators-only` for anybody else who asks for others'.
 */
export async function listTriggers(
  store: TenantStore,
  principal: Principal,
  { everybody, owner, enabled, ...page }: TriggerQuery & PageRequest,
): Promise<Page<ListedTrigger>> {
  const { userId } = principal
  const others = owner === undefined ? everybody : owner !== userId
  if (others && !canAdministerTriggers(principal)) throw new ProblemError(administratorsOnly)
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

/** Throws ProblemError `signal.not-found` unless it is the person's own, or they are an owner or admin. */
export async function visibleTrigger(
  store: Pick<TenantStore, 'triggers'>,
  principal: Principal,
  id: TriggerId,
): Promise<Trigger> {
  const source = await store.triggers.get(id)
  if (source && (source.userId === principal.userId || canAdministerTriggers(principal)))
    return source
  throw triggerNotFound(id)
}

/** What came of a signal, newest first. Throws what {@link visibleTrigger} does. */
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

/** Of somebody else's turn: how it ended, not the conversation it is in, nor what its sender called it. */
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

/** An idempotency key is a sender's own text. */
function redactedKey({ key, runId, firedAt }: TriggerFiring): string {
  return key.startsWith('key:') ? `key:${runId ?? firedAt}` : key
}
