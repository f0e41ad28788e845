import { type Clock, ProblemError } from '@repertoire/core'
import { publicIdOf } from './api-key-format.ts'
import { createFailureRateLimiter } from './failure-rate-limiter.ts'

const delayMs = 1_000
/** The maximum number of delayed answers for one address and key id; more are refused without a look-up. */
const maxDelayed = 8

export interface FailedKeyThrottleDeps {
  readonly clock: Clock
  readonly wait: (milliseconds: number) => Promise<void>
}

/** Slows guessing of API keys, by address and public key id. A right key is never slowed by wrong ones. */
export interface FailedKeyThrottle {
  /** Throws ProblemError `auth.too-many-attempts` while too many wrong guesses wait for their answer. */
  check(address: string, key: string): void
  /** Records a wrong key; resolves at once, or after a delay when there were too many in the last minute. */
  recordFailure(address: string, key: string): Promise<void>
}

export function createFailedKeyThrottle({ clock, wait }: FailedKeyThrottleDeps): FailedKeyThrottle {
  const limiter = createFailureRateLimiter(clock)
  const delayed = new Map<string, number>()
  return {
    check(address, key) {
      if ((delayed.get(subjectOf(address, key)) ?? 0) < maxDelayed) return
      throw new ProblemError({
        code: 'auth.too-many-attempts',
        kind: 'rate-limited',
        message: 'Too many wrong API keys from this address. Try again in 1 second.',
        details: { retry_after_seconds: 1 },
      })
    },
    async recordFailure(address, key) {
      const subject = subjectOf(address, key)
      const isLimited = limiter.retryAfterSeconds(subject) > 0
      limiter.recordFailure(subject)
      if (!isLimited) return
      delayed.set(subject, (delayed.get(subject) ?? 0) + 1)
      await wait(delayMs)
      const left = (delayed.get(subject) ?? 1) - 1
      if (left > 0) delayed.set(subject, left)
      else delayed.delete(subject)
    },
  }
}

/** Keys without a public id count together: any part of them may be secret. */
function subjectOf(address: string, key: string): string {
  return `${address} ${publicIdOf(key) ?? ''}`
}
