import type { HeldArrival, ReviewState } from '../../domain/held-arrival.ts'
import type { QuotaRequest } from '../../domain/quotas.ts'

/** The states in which an arrival keeps its files: somebody may still approve it. */
export const statesWithFiles: readonly ReviewState[] = ['held', 'quarantined', 'rejected']

/** Milliseconds that a rejected arrival keeps its files, and can be taken back: 30 days. */
export const rejectedFilesLifetime = 30 * 24 * 60 * 60 * 1000

/** Bytes of an arrival that count against the organisation's quota. */
export function storedBytes({ state, manifest }: Pick<HeldArrival, 'state' | 'manifest'>): number {
  return statesWithFiles.includes(state) ? manifest.reduce((sum, { size }) => sum + size, 0) : 0
}

/** What arrivals to hold add. */
export function heldAdditions(held: readonly HeldArrival[], now: number): QuotaRequest {
  const adding = held.reduce((sum, one) => sum + storedBytes(one), 0)
  return { quota: 'bytes', person: null, adding, now }
}

/** Whether an earlier arrival is replaced by a newer one of the same entry before anybody decided. */
export function isSuperseded(
  earlier: Pick<HeldArrival, 'id' | 'state' | 'sourceId' | 'entryId'>,
  newer: Pick<HeldArrival, 'id' | 'sourceId' | 'entryId'>,
): boolean {
  return (
    earlier.state === 'held' &&
    earlier.id !== newer.id &&
    earlier.sourceId === newer.sourceId &&
    earlier.entryId === newer.entryId
  )
}
