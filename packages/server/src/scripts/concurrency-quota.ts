import { type Principal, ProblemError } from '@repertoire/core'

/** Executions that may wait or run here at once, each with the files it was given in memory. */
export const maxConcurrentExecutions = { person: 32, organisation: 128 } as const

/** What of the sandbox a person and an organisation have taken, so that nobody takes it all. */
export interface Shares {
  /** Returns what gives it back. Throws ProblemError `script.too-many`. */
  take(principal: Pick<Principal, 'tenantId' | 'userId'>): () => void
}

export function createShares(): Shares {
  const taken = new Map<string, number>()
  const add = (key: string, change: number) => {
    const count = (taken.get(key) ?? 0) + change
    if (count === 0) taken.delete(key)
    else taken.set(key, count)
  }
  return {
    take: ({ tenantId, userId }) => {
      const person = JSON.stringify([tenantId, userId])
      if ((taken.get(person) ?? 0) >= maxConcurrentExecutions.person) {
        throw tooMany(`${maxConcurrentExecutions.person} scripts that you started`)
      }
      if ((taken.get(tenantId) ?? 0) >= maxConcurrentExecutions.organisation) {
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
