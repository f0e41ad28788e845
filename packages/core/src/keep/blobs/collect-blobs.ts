import type { Timestamp } from '../../base/ids.ts'
import type { BlobGarbageCollection } from '../../ports/blob-garbage-collection.ts'
import type { Clock } from '../../ports/clock.ts'

/**
 * Milliseconds: longer than the time between storing a file and referencing it, and than the precision of
 * the time it was stored. Younger blobs are not condemned, and no grace period is shorter.
 */
export const minGraceMs = 60 * 60_000

/** Blobs per page, and hashes that are held in memory at most. */
const pageSize = 1_000
const maxBufferedHashes = 20_000

export interface CollectedBlobs {
  readonly removed: number
  readonly condemned: number
}

export interface CollectRequest {
  readonly clock: Clock
  /** Milliseconds that an unreferenced blob stays; at least {@link minGraceMs}. */
  readonly graceMs: number
  /** Checked between pages; the rest waits for the next sweep. */
  readonly stopped?: () => boolean
}

/**
 * One mark-and-sweep pass over an organisation's blobs: removes blobs that were condemned longer than
 * the grace period ago, are still unreferenced and were not stored again; then condemns blobs that are
 * unreferenced now. Any number of processes may run it at once. Throws RangeError when the grace period is
 * too short.
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
  const { clock, graceMs, stopped } = request
  const by = clock.now() - graceMs
  let removed = 0
  let after: string | null = null
  while (!stopped?.()) {
    const page: readonly string[] = await blobs.condemned(by, { after, limit: pageSize })
    after = page.at(-1) ?? null
    if (after === null) break
    const unreferenced = new Set(await blobs.unreferenced(page))
    for (const hash of page) {
      if (!unreferenced.has(hash) || !(await isOld(blobs, hash, by))) await blobs.spare([hash])
      else if (await blobs.removeCondemned(hash, by)) removed += 1
    }
  }
  return removed
}

/** A missing blob is removed from the condemned ones too. */
async function isOld(blobs: BlobGarbageCollection, hash: string, by: Timestamp): Promise<boolean> {
  const storedAt = await blobs.storedAt(hash)
  return storedAt === null || storedAt <= by
}

async function condemnUnreferenced(
  blobs: BlobGarbageCollection,
  request: CollectRequest,
): Promise<number> {
  const { clock, stopped } = request
  const now = clock.now()
  let condemned = 0
  let old: string[] = []
  const decide = async () => {
    // With the time of now: another pass may be about to remove what was condemned before it was stored again.
    condemned += await blobs.condemn(await blobs.unreferenced(old), clock.now())
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
