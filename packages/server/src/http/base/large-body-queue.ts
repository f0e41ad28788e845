import { ConcurrencyLimiter } from '@repertoire/sandbox/queue'

/** Bodies that are in memory at once before anything is known of them; one person takes at most half of these places. */
const maxLargeBodies = 8

/** Large bodies wait for a place before they are read: organisations take turns, then their people. */
export interface LargeBodyQueue {
  /** Undefined when the client left while it waited. */
  enter(key: string, signal: AbortSignal): Promise<(() => void) | undefined>
}

export function createLargeBodyQueue(concurrency = maxLargeBodies): LargeBodyQueue {
  const queueLimit = Number.POSITIVE_INFINITY
  const limiter = new ConcurrencyLimiter({ concurrency, queueLimit })
  return { enter: (key, signal) => limiter.acquire(key, signal) }
}
