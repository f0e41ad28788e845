import { isProblemError } from '../../base/errors.ts'
import type { TraceId } from '../../base/ids.ts'
import {
  afterFailedDigest,
  afterSentDigest,
  claimDigest,
  dropDigest,
  type InboxNotification,
  isDigestDue,
} from '../../domain/inbox-notification.ts'
import type { DigestMessage, DigestWebhook } from '../../ports/inbox-notification.ts'
import type { NotificationDeps } from './change-notification.ts'
import { countWaiting } from './count-waiting.ts'

export interface DigestDeps extends NotificationDeps {
  readonly webhook: DigestWebhook
}

/**
 * Sends the digest of one organisation if it is due and enough waits. Of many processes that do it at once, one sends. A
 * failure is noted, and tried again later.
 */
export async function sendDueDigest(deps: DigestDeps, traceId: TraceId): Promise<void> {
  const { store, clock, ids, webhook } = deps
  const { inboxNotification: notifications } = store
  const before = await notifications.get()
  if (!before || !isDigestDue(before, clock.now())) return
  const message = await digestOf(deps, before, 'inbox.digest')
  if (message.total < before.minimum) {
    if (before.digestId !== null) await notifications.put(dropDigest(before), before.version)
    return
  }
  const claimed = claimDigest(before, { id: ids.next('dig'), now: clock.now() })
  if (!(await notifications.put(claimed, before.version))) return
  const digestId = claimed.digestId ?? ''
  try {
    await webhook.send(claimed, { ...message, id: digestId })
  } catch (error) {
    await settle(deps, digestId, { code: codeOf(error), traceId })
    if (!isProblemError(error)) throw error
    return
  }
  await settle(deps, digestId, null)
}

/** Sends how much waits now, whatever is due, as `inbox.test`. Throws what {@link DigestWebhook.send} throws. */
export async function sendTestDigest(
  deps: DigestDeps,
  notification: InboxNotification,
): Promise<void> {
  const message = await digestOf(deps, notification, 'inbox.test')
  await deps.webhook.send(notification, message)
}

type Message = DigestMessage & { readonly total: number }

async function digestOf(
  { store, clock, ids }: DigestDeps,
  { inboxUrl }: InboxNotification,
  type: 'inbox.digest' | 'inbox.test',
): Promise<Message> {
  const { total, byKind, byVerdict, oldestAt } = await countWaiting(store)
  const at = clock.now()
  const body = JSON.stringify({
    ...{ type, at: new Date(at).toISOString(), total, by_kind: byKind, by_verdict: byVerdict },
    oldest_at: oldestAt === null ? null : new Date(oldestAt).toISOString(),
    url: inboxUrl,
  })
  return { id: ids.next('dig'), at, body, total }
}

interface Failure {
  readonly code: string
  readonly traceId: TraceId
}

const maxSettleTries = 5

/** Notes what became of a digest, also where an owner changed the notification meanwhile. */
async function settle(deps: DigestDeps, digestId: string, failure: Failure | null): Promise<void> {
  const { store, clock } = deps
  for (let tries = 0; tries < maxSettleTries; tries += 1) {
    const before = await store.inboxNotification.get()
    if (before?.digestId !== digestId) return
    const now = clock.now()
    const after = failure
      ? afterFailedDigest(before, { code: failure.code, now })
      : afterSentDigest(before, now)
    if (!(await store.inboxNotification.put(after, before.version))) continue
    if (failure && after.digestId === null) await recordFailure(deps, failure)
    return
  }
}

/** The code alone: an answer from outside is no text for the audit log. */
async function recordFailure(
  { store, clock, ids }: DigestDeps,
  { code, traceId }: Failure,
): Promise<void> {
  await store.audit.append([
    {
      ...{ id: ids.next('aud'), at: clock.now(), traceId },
      ...{ actor: null, credentialId: null, address: null },
      ...{ action: 'inbox-notification-failed', target: store.tenantId, details: { code } },
    },
  ])
}

function codeOf(error: unknown): string {
  return isProblemError(error) ? error.problem.code : 'notification.failed'
}
