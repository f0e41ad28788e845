import { ProblemError } from '@repertoire/core/base'
import type { Clock } from '@repertoire/core/ports'
import { addressGroup } from '../../platform/proxy/client-address.ts'
import { publicIdOf } from '../credentials/api-key-format.ts'
import { isSecureKey } from './bootstrap-key.ts'
import { createFailureRateLimiter } from './failure-rate-limiter.ts'

const delayMs = 1_000
/** The maximum number of delayed answers for one address, and for one key id; more are refused at once. */
const maxDelayed = 8

export interface FailedKeyThrottleDeps {
  readonly clock: Clock
  readonly wait: (milliseconds: number) => Promise<void>
}

export interface KeyAttempt {
  readonly address: string
  readonly key: string
}

/**
 * Slows guessing of API keys, per address (IPv6: per /64 network) and per public key id. A key that cannot be
 * guessed is looked up first, so that wrong keys never keep a right one out.
 */
export interface FailedKeyThrottle {
  /**
   * What `find` gives for the key; null, after a delay when there were too many wrong keys in the last minute.
   * Throws ProblemError `auth.too-many-attempts` while too many wrong guesses wait for their answer.
   */
  find<Found>(
    attempt: KeyAttempt,
    find: (key: string) => Promise<Found | null>,
  ): Promise<Found | null>
}

export function createFailedKeyThrottle({ clock, wait }: FailedKeyThrottleDeps): FailedKeyThrottle {
  const limiter = createFailureRateLimiter(clock)
  const delayed = new Map<string, number>()
  const add = (subjects: readonly string[], change: 1 | -1) => {
    for (const subject of subjects) {
      const count = (delayed.get(subject) ?? 0) + change
      if (count > 0) delayed.set(subject, count)
      else delayed.delete(subject)
    }
  }
  const tooManyWait = (subjects: readonly string[]) =>
    subjects.some((subject) => (delayed.get(subject) ?? 0) >= maxDelayed)

  return {
    async find({ address, key }, find) {
      const subjects = subjectsOf(address, key)
      // In this order: judging a key takes longer than the whole lookup.
      if (tooManyWait(subjects) && !isSecureKey(key)) throw tooMany()
      const found = key === '' ? null : await find(key)
      if (found !== null) return found
      const isLimited = subjects.some((subject) => limiter.retryAfterSeconds(subject) > 0)
      for (const subject of subjects) limiter.recordFailure(subject)
      if (!isLimited) return null
      if (tooManyWait(subjects)) throw tooMany()
      add(subjects, 1)
      await wait(delayMs)
      add(subjects, -1)
      return null
    },
  }
}

/** A wrong key counts for its address, and for the key whose public id it has, wherever it comes from. */
export function subjectsOf(address: string, key: string): readonly string[] {
  const publicId = publicIdOf(key)
  const subjects = [`address ${addressGroup(address)}`]
  return publicId === null ? subjects : [...subjects, `key ${publicId}`]
}

function tooMany(): ProblemError {
  return new ProblemError({
    code: 'auth.too-many-attempts',
    kind: 'rate-limited',
    message: 'Too many wrong API keys from this address or for this key. Try again in 1 second.',
    details: { retry_after_seconds: 1 },
  })
}
