import type { SourceId } from '../../base/ids.ts'
import type { PendingRevisionHead } from '../../domain/pending-revision.ts'
import type { ReviewStore } from '../../ports/reviews.ts'

/** Pages of arrivals that are read of one source. */
const maxPages = 100

interface EntriesOfSource {
  readonly sourceId: SourceId
  /** All of the source when left out. */
  readonly entryIds?: readonly string[]
  /** Between two pages: thousands may wait. */
  readonly yieldToEventLoop?: () => Promise<void>
}

/** The newest arrivals of a source in a state, by entry: what waits, or what was approved last. */
export async function pendingByEntry(
  reviews: ReviewStore,
  of: SourceId | EntriesOfSource,
  state: 'held' | 'approved',
): Promise<ReadonlyMap<string, PendingRevisionHead>> {
  const found = new Map<string, PendingRevisionHead>()
  const { yieldToEventLoop, ...entries } = typeof of === 'string' ? { sourceId: of } : of
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const { items, nextCursor } = await reviews.list(
      { audience: 'imports', ...entries, states: [state] },
      { limit: 200, ...(cursor !== undefined && { cursor }) },
    )
    for (const item of items) {
      if (!found.has(item.entryId)) found.set(item.entryId, item)
    }
    if (nextCursor === null) break
    cursor = nextCursor
    await yieldToEventLoop?.()
  }
  return found
}
