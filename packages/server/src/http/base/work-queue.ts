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
