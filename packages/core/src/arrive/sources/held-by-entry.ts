import type { SourceId } from '../../base/ids.ts'
import type { HeldArrivalHead } from '../../domain/held-arrival.ts'
import type { ReviewStore } from '../../ports/reviews.ts'

/** Pages of arrivals that are read of one source. */
const maxPages = 100

/** What waits of a source, by entry. */
export async function heldByEntry(
  reviews: ReviewStore,
  sourceId: SourceId,
): Promise<ReadonlyMap<string, HeldArrivalHead>> {
  const held = new Map<string, HeldArrivalHead>()
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const { items, nextCursor } = await reviews.list(
      { sourceId, states: ['held'] },
      { limit: 200, ...(cursor !== undefined && { cursor }) },
    )
    for (const item of items) held.set(item.entryId, item)
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return held
}
