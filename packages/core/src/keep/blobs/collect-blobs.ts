import type { Timestamp } from '../../base/ids.ts'
import type { BlobGarbageCollection } from '../../ports/blob-garbage-collection.ts'
import type { Clock } from '../../ports/clock.ts'

/**
 * Milliseconds: longer than the time between storing a file and referencing it, and than the precision of
 * the time it was stored. Younger blobs are not marked, and no grace period is shorter.
 */
export const minGraceMs = 60 * 60_000

/** Blobs per page, and hashes that are held in memory at most. */
const pageSize = 1_000
const maxBufferedHashes = 20_000

export interface CollectedBlobs {
  readonly removed: number
  readonly marked: number
}

export interface CollectRequest {
  readonly clock: Clock
  /** Milliseconds that an unreferenced blob stays; at least {@link minGraceMs}. */
  readonly graceMs: number
  /** Checked between pages; the rest waits for the next sweep. */
  readonly stopped?: () => boolean
}

/**
 * One mark-and-sweep pass over an organisation's blobs: removes blobs that were marked longer than
 * the grace period ago, are still unreferenced and were not stored again; then marks blobs that are
 * unreferenced now. Any number of processes may run it at once. Throws RangeError when the grace period is
 * too short.
 */
export async function collectBlobs(
  blobs: BlobGarbageCollection,
  request: CollectRequest,
): Promise<CollectedBlobs> {
  if (request.graceMs < minGraceMs) throw new RangeError('graceMs is too short')
  const removed = await removeMarked(blobs, request)
  return { removed, marked: await markForDeletion(blobs, request) }
}

async function removeMarked(
  blobs: BlobGarbageCollection,
  request: CollectRequest,
): Promise<number> {
  const { clock, graceMs, stopped } = request
  const by = clock.now() - graceMs
  let removed = 0
  let after: string | null = null
  while (!stopped?.()) {
    const page: readonly string[] = await blobs.marked(by, { after, limit: pageSize })
    after = page.at(-1) ?? null
    if (after === null) break
    const unreferenced = new Set(await blobs.unreferenced(page))
    for (const hash of page) {
      if (!unreferenced.has(hash) || !(await isOld(blobs, hash, by))) await blobs.spare([hash])
      else if (await blobs.removeMarked(hash, by)) removed += 1
    }
  }
  return removed
}

/** A missing blob is removed from the marked ones too. */
async function isOld(blobs: BlobGarbageCollection, hash: string, by: Timestamp): Promise<boolean> {
  const storedAt = await blobs.storedAt(hash)
  return storedAt === null || storedAt <= by
}

async function markForDeletion(
  blobs: BlobGarbageCollection,
  request: CollectRequest,
): Promise<number> {
  const { clock, stopped } = request
  const now = clock.now()
  let marked = 0
  let old: string[] = []
  const decide = async () => {
    // With the time of now: another pass may be about to remove what was marked before it was stored again.
    marked += await blobs.mark(await blobs.unreferenced(old), clock.now())
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
  return marked
}
