import type { ExecutionId } from '@repertoire/core/base'
import type { RunningExecution } from '@repertoire/core/ports'

/** Number of consecutive checks without a new heartbeat after which a process counts as dead. */
const maxMissedHeartbeats = 3

/**
 * Finds executions whose process has died, by comparing heartbeat counters between two checks of this process.
 * No clocks of different machines are compared, and time does not count while this machine sleeps.
 */
export interface HeartbeatMonitor {
  /** Takes all running executions, and returns those that missed too many heartbeats. */
  check(running: readonly RunningExecution[]): readonly RunningExecution[]
}

export function createHeartbeatMonitor(): HeartbeatMonitor {
  let lastSeen = new Map<
    ExecutionId,
    { readonly heartbeatCount: number; readonly missed: number }
  >()
  return {
    check: (running) => {
      const before = lastSeen
      lastSeen = new Map(
        running.map(({ id, heartbeatCount }) => {
          const seen = before.get(id)
          return [
            id,
            {
              heartbeatCount,
              missed: seen?.heartbeatCount === heartbeatCount ? seen.missed + 1 : 0,
            },
          ]
        }),
      )
      return running.filter(({ id }) => (lastSeen.get(id)?.missed ?? 0) >= maxMissedHeartbeats)
    },
  }
}
