import { ProblemError } from '@repertoire/core/base'
import type { Principal } from '@repertoire/core/domain'

/** Limits of queued and running executions in this process, each of which has its files in memory. */
export const maxConcurrentExecutions = { person: 32, organisation: 128 } as const

/** Concurrency quota for each person and each organisation, so that nobody takes the whole sandbox. */
export interface ConcurrencyQuota {
  /** Returns how to release. Throws ProblemError `script.too-many`. */
  acquire(principal: Pick<Principal, 'tenantId' | 'userId'>): () => void
}

export function createConcurrencyQuota(): ConcurrencyQuota {
  const inUse = new Map<string, number>()
  const add = (key: string, change: number) => {
    const count = (inUse.get(key) ?? 0) + change
    if (count === 0) inUse.delete(key)
    else inUse.set(key, count)
  }
  return {
    acquire: ({ tenantId, userId }) => {
      const person = JSON.stringify([tenantId, userId])
      if ((inUse.get(person) ?? 0) >= maxConcurrentExecutions.person) {
        throw tooMany(`${maxConcurrentExecutions.person} scripts that you started`)
      }
      if ((inUse.get(tenantId) ?? 0) >= maxConcurrentExecutions.organisation) {
        throw tooMany(`${maxConcurrentExecutions.organisation} scripts of this organisation`)
      }
      const keys = [person, tenantId]
      for (const key of keys) add(key, 1)
      return () => {
        for (const key of keys) add(key, -1)
      }
    },
  }
}

function tooMany(which: string): ProblemError {
  return new ProblemError({
    code: 'script.too-many',
    kind: 'rate-limited',
    message: `${which} wait or run already. Nothing was run.`,
    hint: 'Wait for some to end, or cancel them, then start it again.',
  })
}
