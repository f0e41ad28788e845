import type { Problem, Timestamp } from '@repertoire/core/base'
import type { InboxNotification } from '@repertoire/core/domain'
import type { InboxNotificationBody, InboxNotificationTest } from '@repertoire/protocol'
import { wireTime, wireTimeOrNull } from './time.ts'

/** Without the secret. */
export function toNotificationBody(notification: InboxNotification): InboxNotificationBody {
  const { url, interval, minimum, lastSentAt, nextAt, failures, problem } = notification
  return {
    ...{ url, interval, minimum, failures, problem_code: problem },
    last_sent_at: wireTimeOrNull(lastSentAt),
    next_at: wireTime(nextAt),
  }
}

export function toNotificationTest(at: Timestamp, problem: Problem | null): InboxNotificationTest {
  const shared = { at: wireTime(at), ok: problem === null }
  if (problem) {
    const { code, message, hint = null } = problem
    return { ...shared, code, message, hint }
  }
  return { ...shared, code: null, message: 'It was taken.', hint: null }
}
