import { ProblemError } from '@repertoire/core/base'
import { type Principal, queueKeyOf } from '@repertoire/core/domain'

/** Of one person, in however many clients; an organisation has 1,024. */
export const maxSubscriptions = 32

/** The subscriptions under way of each person: nobody is to take those of the whole organisation. */
export interface OpenSubscriptions {
  /** Returns what ends it. Throws ProblemError `mcp.too-many-subscriptions`. */
  begin(principal: Principal): () => void
}

export function createOpenSubscriptions(): OpenSubscriptions {
  const counts = new Map<string, number>()
  return {
    begin: (principal) => {
      const person = queueKeyOf(principal)
      const before = counts.get(person) ?? 0
      if (before >= maxSubscriptions) throw new ProblemError(tooMany)
      counts.set(person, before + 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        const left = (counts.get(person) ?? 1) - 1
        if (left === 0) counts.delete(person)
        else counts.set(person, left)
      }
    },
  }
}

const tooMany = {
  code: 'mcp.too-many-subscriptions',
  kind: 'rate-limited',
  message: `You have ${maxSubscriptions} open subscriptions, which is the most for one person.`,
  hint: 'End one of them: a client needs one, whatever it wants to hear of.',
} as const
