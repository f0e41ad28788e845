import { ProblemError } from '@repertoire/core/base'
import type { Clock } from '@repertoire/core/ports'
import { isSecureKey } from './bootstrap-key.ts'
import { type KeyAttempt, subjectsOf } from './failed-key-throttle.ts'
import { createFailureRateLimiter } from './failure-rate-limiter.ts'

/**
 * Limits failed logins per address (IPv6: per /64 network) and per public key id. A key or token that cannot be
 * guessed is looked up first, so that nobody's failures keep its holder out.
 */
export interface LoginLimits {
  /**
   * What `find` gives for the attempt. Undefined when that failed. Throws ProblemError `auth.too-many-attempts`
   * instead after ten failures within a minute.
   */
  find<Found>(
    attempt: KeyAttempt,
    find: () => Promise<Found | undefined>,
  ): Promise<Found | undefined>
}

export function createLoginLimits(clock: Clock): LoginLimits {
  const limiter = createFailureRateLimiter(clock)
  return {
    async find({ address, key }, find) {
      const subjects = subjectsOf(address, key)
      const seconds = Math.max(...subjects.map((subject) => limiter.retryAfterSeconds(subject)))
      if (seconds > 0 && !isSecureKey(key)) throw tooMany(seconds)
      const found = await find()
      if (found !== undefined) return found
      for (const subject of subjects) limiter.recordFailure(subject)
      if (seconds > 0) throw tooMany(seconds)
      return undefined
    },
  }
}

function tooMany(seconds: number): ProblemError {
  return new ProblemError({
    code: 'auth.too-many-attempts',
    kind: 'rate-limited',
    message: `Too many failed logins from this address or for this key. Try again in ${seconds} seconds.`,
    details: { retry_after_seconds: seconds },
  })
}
