import { ProblemError, throwIf } from '../../base/errors.ts'
import {
  dropDigest,
  type InboxNotification,
  nextDigestAt,
} from '../../domain/inbox-notification.ts'
import { missingPermission } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  type CatalogFact,
  recordChanges,
} from '../../keep/skills/catalog-deps.ts'
import {
  invalidNotification,
  noNotification,
  notificationChanged,
  ownersChangeNotification,
} from './notification-problems.ts'

/** The part of a notification that owners edit. A null secret keeps the one that is stored. */
export type NotificationDraft = Pick<
  InboxNotification,
  'url' | 'interval' | 'minimum' | 'inboxUrl'
> & { readonly encryptedSecret: string | null }

export type NotificationDeps = Pick<CatalogDeps, 'store' | 'clock' | 'ids'>

/** Throws ProblemError `auth.permission-missing` or `notification.owners-only`. */
export function requireNotificationOwner(principal: Principal): void {
  throwIf(missingPermission(principal, 'settings.write'))
  if (principal.role !== 'owner') throw new ProblemError(ownersChangeNotification)
}

/**
 * Has the digest of the inbox sent from now on. Throws ProblemError `notification.invalid`, `notification.stale`, and what
 * {@link requireNotificationOwner} throws.
 */
export async function setInboxNotification(
  deps: NotificationDeps,
  actor: CatalogActor,
  draft: NotificationDraft,
): Promise<InboxNotification> {
  requireNotificationOwner(actor.principal)
  checkAddress(draft.url)
  const before = await deps.store.inboxNotification.get()
  const after = changedNotification(before, draft, deps.clock.now())
  if (!(await deps.store.inboxNotification.put(after, before?.version ?? 0))) {
    throw new ProblemError(notificationChanged)
  }
  const details = {
    ...{ host: hostOf(after.url), interval: after.interval, minimum: after.minimum },
    secret_changed: draft.encryptedSecret !== null,
  }
  await record(deps, actor, { action: 'inbox-notification-set', details })
  return after
}

/** Throws ProblemError `notification.not-found`, and what {@link requireNotificationOwner} throws. */
export async function removeInboxNotification(
  deps: NotificationDeps,
  actor: CatalogActor,
): Promise<void> {
  requireNotificationOwner(actor.principal)
  if (!(await deps.store.inboxNotification.remove())) throw new ProblemError(noNotification)
  await record(deps, actor, { action: 'inbox-notification-removed', details: {} })
}

function changedNotification(
  before: InboxNotification | null,
  { encryptedSecret: given, ...draft }: NotificationDraft,
  now: number,
): InboxNotification {
  const encryptedSecret = given ?? before?.encryptedSecret
  if (encryptedSecret === undefined) throw invalidNotification('secret', 'A secret is needed.')
  const { url, interval } = draft
  const lastSentAt = before?.lastSentAt ?? null
  const nextAt = lastSentAt === null ? now : nextDigestAt(interval, lastSentAt)
  const changed = { ...draft, encryptedSecret, nextAt }
  if (!before) {
    const nothingYet = { digestId: null, failures: 0, claimedUntil: null, lastSentAt }
    return { ...changed, ...nothingYet, problem: null, version: 1 }
  }
  // What is on its way is not sent a second time.
  if (url === before.url && before.claimedUntil !== null && before.claimedUntil > now) {
    return { ...before, ...changed, version: before.version + 1 }
  }
  return { ...dropDigest(before), ...changed, problem: null }
}

function checkAddress(text: string): void {
  const url = URL.parse(text)
  const isPlain = url?.username === '' && url.password === '' && url.hash === ''
  if (isPlain && /^https?:$/.test(url.protocol)) return
  throw invalidNotification(
    'url',
    'The address is http or https, without a user name, a password or a fragment.',
  )
}

/** Paths of webhooks are often secret. */
function hostOf(url: string): string {
  return new URL(url).host
}

function record(
  deps: NotificationDeps,
  actor: CatalogActor,
  fact: Pick<CatalogFact, 'action' | 'details'>,
) {
  return recordChanges(deps, actor, [{ ...fact, target: deps.store.tenantId }])
}
