import type { ExecutionAtWork, ExecutionId } from '@repertoire/core'

/** Looks in a row that see no new sign before an execution's process counts as dead. */
const maxMissedHeartbeats = 3

/**
 * Tells executions whose process has died from living ones by the signs they give between two looks, one process's
 * looks at a time: no two machines' clocks are compared, and while this one sleeps nothing is looked at.
 */
export interface SilenceWatch {
  /** All that are at work now, as of one look; gives those that were silent for too many of them. */
  look(atWork: readonly ExecutionAtWork[]): readonly ExecutionAtWork[]
}

export function createSilenceWatch(): SilenceWatch {
  let known = new Map<ExecutionId, { readonly signs: number; readonly looks: number }>()
  return {
    look: (atWork) => {
      const before = known
      known = new Map(
        atWork.map(({ id, signs }) => {
          const seen = before.get(id)
          return [id, { signs, looks: seen?.signs === signs ? seen.looks + 1 : 0 }]
        }),
      )
      return atWork.filter(({ id }) => (known.get(id)?.looks ?? 0) >= maxMissedHeartbeats)
    },
  }
}
