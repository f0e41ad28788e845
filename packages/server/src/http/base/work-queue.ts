import { setImmediate } from 'node:timers/promises'
import { type Principal, queueKeyOf } from '@repertoire/core/domain'
import { ConcurrencyLimiter } from '@repertoire/sandbox/queue'

/** Work of organisations takes turns, then that of their people: nobody waits for all of another's. */
export interface WorkQueue {
  run<Value>(principal: Principal, work: () => Promise<Value>): Promise<Value>
}

/** `concurrency`: at a time. More would share the event loop, and only take more memory. */
export function createWorkQueue(concurrency: number): WorkQueue {
  const limiter = new ConcurrencyLimiter({ concurrency, queueLimit: Number.POSITIVE_INFINITY })
  return {
    run: async (principal, work) => {
      const release = await limiter.acquire(queueKeyOf(principal))
      try {
        // Otherwise one follows the other without a look at the requests that came in meanwhile.
        if (limiter.waiting > 0) await setImmediate()
        return await work()
      } finally {
        release?.()
      }
    },
  }
}

/** Large imports. */
export function createImportQueue(): WorkQueue {
  return createWorkQueue(4)
}

/** Searches for what nobody asked for just now. */
export function createSearchQueue(): WorkQueue {
  return createWorkQueue(3)
}

/** Single skills: several share a transaction's way to the disk. */
export function createSaveQueue(): WorkQueue {
  return createWorkQueue(16)
}
