import { isProblemError } from '../../base/errors.ts'
import type { SourceId } from '../../base/ids.ts'
import type { SyncLease } from '../../ports/sources.ts'
import type { SyncDeps } from './sync-deps.ts'

/** How long an attempt that says nothing counts as alive. */
export const syncLeaseMs = 30_000

/** A lease of this attempt, from whenever it is asked for. */
export function leaseOf({ clock }: Pick<SyncDeps, 'clock'>, owner: string): () => SyncLease {
  return () => ({ owner, until: clock.now() + syncLeaseMs })
}

/**
 * Extends the lease while nothing is written; `stop` when a person asked for it, or another attempt took over.
 * Returns how to end that.
 */
export function keepLease(
  { store, every }: Pick<SyncDeps, 'store' | 'every'>,
  { id, lease }: { readonly id: SourceId; readonly lease: () => SyncLease },
  stop: () => void,
): () => void {
  const nothing = { items: [], holds: [], applies: [] }
  return every(syncLeaseMs / 5, () => {
    store.sources.recordBatch(id, lease(), nothing).then(
      ({ isCancelled }) => isCancelled && stop(),
      (error: unknown) => isLeaseLost(error) && stop(),
    )
  })
}

export function isLeaseLost(error: unknown): boolean {
  return isProblemError(error) && error.problem.code === 'source.lease-lost'
}
