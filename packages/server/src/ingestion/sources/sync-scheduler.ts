import { isProblemError } from '@repertoire/core/base'
import type { Clock, IdSource, Store } from '@repertoire/core/ports'
import { createRepeatedTask } from '../../platform/system/repeated-task.ts'
import type { Timers } from '../../platform/system/timers.ts'
import type { SourceService } from './source-service.ts'

const tickMs = 5_000
/** Syncs started in one tick. The rest follows in the next one. */
const maxPerTick = 20

/** Starts the syncs that are due. Every replica may run one: each source is synced once. */
export interface SyncScheduler {
  /** Checks now, and then every five seconds. */
  start(): void
  /** Starts no further sync. */
  stop(): Promise<void>
}

export interface SyncSchedulerOptions {
  readonly store: Pick<Store, 'directory'>
  readonly sources: Pick<SourceService, 'start'>
  readonly clock: Clock
  readonly ids: IdSource
  readonly timers: Pick<Timers, 'every'>
  readonly onError: (error: unknown) => void
}

export function createSyncScheduler(options: SyncSchedulerOptions): SyncScheduler {
  const { store, sources, clock, ids, timers, onError } = options

  async function startDue(isStopped: () => boolean): Promise<void> {
    const due = await store.directory.dueSources(clock.now(), maxPerTick)
    for (const { tenantId, id } of due) {
      if (isStopped()) return
      await sources
        .start(tenantId, { id, traceId: ids.traceId(), isForced: false })
        .catch((error: unknown) => {
          // Another replica was first, or somebody switched it off.
          if (!isProblemError(error)) onError(error)
        })
    }
  }

  return createRepeatedTask({ timers, intervalMs: tickMs, work: startDue, onError })
}
