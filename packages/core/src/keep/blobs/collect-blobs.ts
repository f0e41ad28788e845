import type { Timestamp } from '../../base/ids.ts'
import type { BlobGarbageCollection } from '../../ports/blob-garbage-collection.ts'

/**
 * Milliseconds: longer than it takes from storing a file to naming it, and than the precision of when it was
 * stored. What is younger is not condemned, and no time of grace is shorter.
 */
export const minGraceMs = 60 * 60_000

/** Blobs looked at together, and those that are kept in mind at most. */
const pageSize = 1_000
const maxBufferedHashes = 20_000

export interface CollectedBlobs {
  readonly removed: number
  readonly condemned: number
}

export interface CollectRequest {
  readonly now: Timestamp
  /** Milliseconds a blob stays after it was found that no row names it; at least {@link minGraceMs}. */
  readonly graceMs: number
  /** Asked between pages; what is left is for the next time. */
  readonly stopped?: () => boolean
}

/**
 * One look at an organisation's blobs (C6): removes what was condemned longer than the time of grace ago, is still
 * named by no row and was not stored again, and condemns what is named by none now. Any number of processes may
 * look at once. Throws RangeError for too short a grace.
 */
export async function collectBlobs(
  blobs: BlobGarbageCollection,
  request: CollectRequest,
): Promise<CollectedBlobs> {
  if (request.graceMs < minGraceMs) throw new RangeError('graceMs is too short')
  const removed = await removeCondemned(blobs, request)
  return { removed, condemned: await condemnUnreferenced(blobs, request) }
}

async function removeCondemned(
  blobs: BlobGarbageCollection,
  request: CollectRequest,
): Promise<number> {
  const { now, graceMs, stopped } = request
  let removed = 0
  let after: string | null = null
  while (!stopped?.()) {
    const page: readonly string[] = await blobs.condemned(now - graceMs, {
      after,
      limit: pageSize,
    })
    after = page.at(-1) ?? null
    if (after === null) break
    const unreferenced = new Set(await blobs.unreferenced(page))
    for (const hash of page) {
      if (!unreferenced.has(hash) || !(await isOld(blobs, hash, request))) await blobs.spare([hash])
      else if (await blobs.removeCondemned(hash)) removed += 1
    }
  }
  return removed
}

/** What is not there at all is removed as well, from among the condemned. */
async function isOld(
  blobs: BlobGarbageCollection,
  hash: string,
  { now, graceMs }: CollectRequest,
): Promise<boolean> {
  const storedAt = await blobs.storedAt(hash)
  return storedAt === null || storedAt <= now - graceMs
}

async function condemnUnreferenced(
  blobs: BlobGarbageCollection,
  request: CollectRequest,
): Promise<number> {
  const { now, stopped } = request
  let condemned = 0
  let old: string[] = []
  const decide = async () => {
    condemned += await blobs.condemn(await blobs.unreferenced(old), now)
    old = []
  }
  let after: string | null = null
  while (!stopped?.()) {
    const page = await blobs.stored({ after, limit: pageSize })
    after = page.at(-1)?.sha256 ?? null
    if (after === null) break
    for (const { sha256, storedAt } of page) if (storedAt <= now - minGraceMs) old.push(sha256)
    if (old.length >= maxBufferedHashes) await decide()
  }
  if (old.length > 0) await decide()
  return condemned
}
