import type { Clock } from '@repertoire/core/ports'

const windowMs = 60_000
const maxFailures = 10
/** Limit of remembered addresses. The oldest is evicted first, so a flood cannot fill the memory. */
const maxAddresses = 10_000

/** Rate limit against guessing: after {@link maxFailures} failures within a minute an address has to wait. */
export interface FailureRateLimiter {
  /** 0 when the address may try now. */
  retryAfterSeconds(address: string): number
  recordFailure(address: string): void
}

export function createFailureRateLimiter(clock: Clock): FailureRateLimiter {
  const failures = new Map<string, { since: number; count: number }>()
  return {
    retryAfterSeconds(address) {
      const entry = failures.get(address)
      if (!entry || entry.count < maxFailures) return 0
      return Math.max(0, Math.ceil((entry.since + windowMs - clock.now()) / 1000))
    },
    recordFailure(address) {
      const now = clock.now()
      const entry = failures.get(address)
      const fresh = !entry || now - entry.since >= windowMs
      failures.delete(address)
      failures.set(address, fresh ? { since: now, count: 1 } : { ...entry, count: entry.count + 1 })
      if (failures.size > maxAddresses) {
        const oldest = failures.keys().next()
        if (!oldest.done) failures.delete(oldest.value)
      }
    },
  }
}
