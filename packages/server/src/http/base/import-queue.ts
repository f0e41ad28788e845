import { type Principal, queueKeyOf } from '@repertoire/core/domain'
import { ConcurrencyLimiter } from '@repertoire/sandbox/queue'

/** Large imports share the event loop, so more at once would only take more memory. */
const maxConcurrentImports = 4

/** Imports of organisations take turns, then those of their people: nobody waits for all of another's. */
export interface ImportQueue {
  run<Value>(principal: Principal, work: () => Promise<Value>): Promise<Value>
}

export function createImportQueue(): ImportQueue {
  const limiter = new ConcurrencyLimiter({
    concurrency: maxConcurrentImports,
    queueLimit: Number.POSITIVE_INFINITY,
  })
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
