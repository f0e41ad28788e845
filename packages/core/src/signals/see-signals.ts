import type { Run } from '../agent/conversation.ts'
import { ProblemError } from '../errors.ts'
import type { SignalSourceId, UserId } from '../ids.ts'
import type { Principal } from '../policy/principal.ts'
import type { Page, PageRequest } from '../ports/pages.ts'
import type { TenantStore } from '../ports/store.ts'
import { administers } from './change-signals.ts'
import { administratorsOnly, signalNotFound } from './signal-problems.ts'
import type { SignalFiring, SignalSource } from './signal-source.ts'

/** Whose signals are asked for: one's own unless more is said. */
export interface SignalQuery {
  /** The organisation's. */
  readonly everybody: boolean
  readonly owner?: UserId | undefined
  readonly enabled?: boolean | undefined
}

/** A firing as somebody may see it. `run`: null when there is none, or its conversation was deleted. */
export interface SeenFiring {
  readonly firing: SignalFiring
  readonly run: Run | null
}

export interface ListedSignal {
  readonly source: SignalSource
  /** What came of it last, within the time that firings are kept. */
  readonly last: SeenFiring | null
}

/**
 * A person's own signals; those of others for owners and admins (E8). Throws ProblemError
 * `signal.administrators-only` for anybody else who asks for others'.
 */
export async function listSignals(
  store: TenantStore,
  principal: Principal,
  { everybody, owner, enabled, ...page }: SignalQuery & PageRequest,
): Promise<Page<ListedSignal>> {
  const { userId } = principal
  const others = owner === undefined ? everybody : owner !== userId
  if (others && !administers(principal)) throw new ProblemError(administratorsOnly)
  const whose = everybody ? owner : (owner ?? userId)
  const found = await store.signals.list({ userId: whose, enabled }, page)
  const items = found.items.map(async (source) => {
    const [last] = (await store.signals.firings(source.id, { limit: 1 })).items
    return {
      source,
      last: last ? await seenFiring(store, principal, { source, firing: last }) : null,
    }
  })
  return { items: await Promise.all(items), nextCursor: found.nextCursor }
}

/** Throws ProblemError `signal.not-found` unless it is the person's own, or they are an owner or admin. */
export async function visibleSignal(
  store: Pick<TenantStore, 'signals'>,
  principal: Principal,
  id: SignalSourceId,
): Promise<SignalSource> {
  const source = await store.signals.get(id)
  if (source && (source.userId === principal.userId || administers(principal))) return source
  throw signalNotFound(id)
}

/** What came of a signal, newest first. Throws what {@link visibleSignal} does. */
export async function listFirings(
  store: TenantStore,
  principal: Principal,
  { id, ...page }: PageRequest & { readonly id: SignalSourceId },
): Promise<Page<SeenFiring>> {
  const source = await visibleSignal(store, principal, id)
  const found = await store.signals.firings(id, page)
  const items = found.items.map((firing) => seenFiring(store, principal, { source, firing }))
  return { items: await Promise.all(items), nextCursor: found.nextCursor }
}

/** Of somebody else's turn: how it ended, not the conversation it is in, nor what its sender called it. */
export async function seenFiring(
  store: Pick<TenantStore, 'conversations'>,
  principal: Pick<Principal, 'userId'>,
  {
    source,
    firing,
  }: { readonly source: Pick<SignalSource, 'userId'>; readonly firing: SignalFiring },
): Promise<SeenFiring> {
  const { userId } = source
  const run = firing.runId && (await store.conversations.run(userId, firing.runId))
  if (userId === principal.userId) return { firing, run: run || null }
  return { firing: { ...firing, key: othersKey(firing), conversationId: null }, run: run || null }
}

/** An idempotency key is a sender's own text. */
function othersKey({ key, runId, firedAt }: SignalFiring): string {
  return key.startsWith('key:') ? `key:${runId ?? firedAt}` : key
}
