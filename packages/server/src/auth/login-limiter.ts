import type { Clock } from '@repertoire/core'

const windowMs = 60_000
const allowedFailures = 10
/** Addresses remembered at most; the oldest is forgotten first, so a flood cannot fill the memory. */
const rememberedAddresses = 10_000

/** Slows down guessing: after {@link allowedFailures} failures within a minute an address has to wait. */
export interface LoginLimiter {
  /** Seconds to wait; 0 when the address may try. */
  wait(address: string): number
  failed(address: string): void
}

export function createLoginLimiter(clock: Clock): LoginLimiter {
  const failures = new Map<string, { since: number; count: number }>()
  return {
    wait(address) {
      const entry = failures.get(address)
      if (!entry || entry.count < allowedFailures) return 0
      return Math.max(0, Math.ceil((entry.since + windowMs - clock.now()) / 1000))
    },
    failed(address) {
      const now = clock.now()
      const entry = failures.get(address)
      const fresh = !entry || now - entry.since >= windowMs
      failures.delete(address)
      failures.set(address, fresh ? { since: now, count: 1 } : { ...entry, count: entry.count + 1 })
      if (failures.size > rememberedAddresses) {
        const oldest = failures.keys().next()
        if (!oldest.done) failures.delete(oldest.value)
      }
    },
  }
}
