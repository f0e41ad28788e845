import type { ExecutionId, RunningExecution } from '@repertoire/core'

/** Looks in a row that see no new sign before an execution's process counts as dead. */
const maxMissedHeartbeats = 3

/**
 * Tells executions whose process has died from living ones by the signs they give between two looks, one process's
 * looks at a time: no two machines' clocks are compared, and while this one sleeps nothing is looked at.
 */
export interface HeartbeatMonitor {
  /** All that are at work now, as of one look; gives those that were silent for too many of them. */
  check(running: readonly RunningExecution[]): readonly RunningExecution[]
}

export function createHeartbeatMonitor(): HeartbeatMonitor {
  let lastSeen = new Map<ExecutionId, { readonly signs: number; readonly missed: number }>()
  return {
    check: (running) => {
      const before = lastSeen
      lastSeen = new Map(
        running.map(({ id, signs }) => {
          const seen = before.get(id)
          return [id, { signs, missed: seen?.signs === signs ? seen.missed + 1 : 0 }]
        }),
      )
      return running.filter(({ id }) => (lastSeen.get(id)?.missed ?? 0) >= maxMissedHeartbeats)
    },
  }
}
