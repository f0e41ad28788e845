import type { Store } from '@repertoire/core/ports'
import type { Timers } from '../../../platform/system/timers.ts'

export interface WorkSources {
  readonly store: Store
  readonly timers: Timers
  readonly sweepMilliseconds?: number
}

/** Calls `sweep` at an interval, and at once when an approval may have been answered. Returns how to stop. */
export function watchForWork(
  { store, timers, sweepMilliseconds = 2_000 }: WorkSources,
  sweep: () => void,
): () => void {
  const stops = [
    timers.every(sweepMilliseconds, sweep),
    store.watch(({ kind }) => {
      if (kind === 'approvals' || kind === 'anything') sweep()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
