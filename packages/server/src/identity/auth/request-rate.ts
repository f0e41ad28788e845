import { ProblemError } from '@repertoire/core/base'
import type { Clock } from '@repertoire/core/ports'

const windowMs = 60_000
/** The oldest is forgotten first, so that many keys cannot fill the memory. */
const maxKeys = 10_000

/** How many requests a key may send in a minute: a client in a loop is not to take the server from the others. */
export interface RequestRate {
  /** Throws ProblemError with the code of the limit. */
  count(keyId: string): void
}

export interface RequestLimit {
  readonly maxPerMinute: number
  /** Of the problem. */
  readonly code: string
}

export function createRequestRate(clock: Clock, { maxPerMinute, code }: RequestLimit): RequestRate {
  const windows = new Map<string, { readonly since: number; count: number }>()
  return {
    count: (keyId) => {
      const now = clock.now()
      const known = windows.get(keyId)
      const current = known && now - known.since < windowMs ? known : { since: now, count: 0 }
      current.count += 1
      windows.delete(keyId)
      windows.set(keyId, current)
      const [oldest] = windows.keys()
      if (windows.size > maxKeys && oldest !== undefined) windows.delete(oldest)
      if (current.count > maxPerMinute)
        throw tooMany(code, Math.max(1, Math.ceil((current.since + windowMs - now) / 1000)))
    },
  }
}

function tooMany(code: string, seconds: number): ProblemError {
  return new ProblemError({
    code,
    kind: 'rate-limited',
    message: `This key has sent too many requests. Try again in ${seconds} seconds.`,
    details: { retry_after_seconds: seconds },
  })
}
