import { type Clock, ProblemError } from '@repertoire/core'

const windowMs = 60_000
/** The oldest is forgotten first, so that many keys cannot fill the memory. */
const maxKeys = 10_000

/** How many requests a key may send in a minute: a client in a loop is not to take the server from the others. */
export interface RequestRate {
  /** Throws ProblemError `mcp.too-many-requests`. */
  count(keyId: string): void
}

export function createRequestRate(clock: Clock, maxPerMinute: number): RequestRate {
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
        throw tooMany(Math.max(1, Math.ceil((current.since + windowMs - now) / 1000)))
    },
  }
}

function tooMany(seconds: number): ProblemError {
  return new ProblemError({
    code: 'mcp.too-many-requests',
    kind: 'rate-limited',
    message: `This key has sent too many requests. Try again in ${seconds} seconds.`,
    details: { retry_after_seconds: seconds },
  })
}
