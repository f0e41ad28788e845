import type { Timestamp } from '../base/ids.ts'

export type NotificationInterval = 'hourly' | 'daily' | 'weekly'

/** Where an organisation has the digest of what waits in its inbox sent, and what happened last. */
export interface InboxNotification {
  /** May have a token in its path, so only owners see it. */
  readonly url: string
  readonly encryptedSecret: string
  /** At most one digest is sent in each. */
  readonly interval: NotificationInterval
  /** With fewer entries nothing is sent. */
  readonly minimum: number
  /** The page that a digest names. */
  readonly inboxUrl: string
  /** Nothing is sent before. */
  readonly nextAt: Timestamp
  /** Of the digest that is being sent, the same at every try; null between two. */
  readonly digestId: string | null
  /** How often that digest failed. */
  readonly failures: number
  /** Until then the process that claimed the digest sends it. */
  readonly claimedUntil: Timestamp | null
  readonly lastSentAt: Timestamp | null
  /** The code of the newest failure; null since the newest success. */
  readonly problem: string | null
  /** Increases with every change. */
  readonly version: number
}

const minuteMs = 60_000
const intervalMs: Readonly<Record<NotificationInterval, number>> = {
  ...{ hourly: 60 * minuteMs, daily: 24 * 60 * minuteMs, weekly: 7 * 24 * 60 * minuteMs },
}
/** After each failure but the last. */
const retryMs: readonly number[] = [minuteMs, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs]
/** Longer than a request may take, so that nobody else sends meanwhile. */
const claimMs = 2 * minuteMs

/** Pure. The store asks the same of all organisations. */
export function isDigestDue(
  { nextAt, claimedUntil }: Pick<InboxNotification, 'nextAt' | 'claimedUntil'>,
  now: Timestamp,
): boolean {
  return nextAt <= now && (claimedUntil === null || claimedUntil <= now)
}

/** When the next digest may be sent if the last one was sent then. Pure. */
export function nextDigestAt(interval: NotificationInterval, last: Timestamp): Timestamp {
  return last + intervalMs[interval]
}

/** Pure. */
export function claimDigest(
  before: InboxNotification,
  { id, now }: { readonly id: string; readonly now: Timestamp },
): InboxNotification {
  const digestId = before.digestId ?? id
  return { ...before, digestId, claimedUntil: now + claimMs, version: before.version + 1 }
}

/** Pure. */
export function afterSentDigest(before: InboxNotification, now: Timestamp): InboxNotification {
  const nextAt = nextDigestAt(before.interval, now)
  return { ...dropDigest(before), nextAt, lastSentAt: now, problem: null }
}

/** Tries again later; after the fifth failure only in the next interval. Pure. */
export function afterFailedDigest(
  before: InboxNotification,
  { code, now }: { readonly code: string; readonly now: Timestamp },
): InboxNotification {
  const wait = retryMs[before.failures]
  if (wait === undefined) {
    const nextAt = nextDigestAt(before.interval, now)
    return { ...dropDigest(before), nextAt, problem: code }
  }
  const failures = before.failures + 1
  return {
    ...{ ...before, failures, nextAt: now + wait, claimedUntil: null, problem: code },
    version: before.version + 1,
  }
}

/** The digest at hand is not sent any more. Pure. */
export function dropDigest(before: InboxNotification): InboxNotification {
  const version = before.version + 1
  return { ...before, digestId: null, failures: 0, claimedUntil: null, version }
}
