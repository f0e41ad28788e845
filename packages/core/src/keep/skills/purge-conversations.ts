import type { CuratorDeps } from './curator.ts'
import { tombstoneExpiryCutoff } from './tombstone.ts'

/** Conversations per batch. */
const batchSize = 100

/** Permanently deletes conversations that were deleted at least 30 days ago; gives how many. */
export async function purgeConversations({
  store,
  clock,
}: Pick<CuratorDeps, 'store' | 'clock'>): Promise<number> {
  let purged = 0
  for (;;) {
    const count = await store.conversations.purge(tombstoneExpiryCutoff(clock.now()), batchSize)
    purged += count
    if (count < batchSize) return purged
  }
}
