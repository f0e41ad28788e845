import type { Timestamp } from '@repertoire/core/base'
import type { ExecutionOutput, ManifestEntry } from '@repertoire/core/domain'
import { statesWithFiles } from '@repertoire/core/ingest'
import type { BlobGarbageCollection, BlobStore } from '@repertoire/core/ports'
import { sql } from 'kysely'
import type { TenantDatabase } from '../database/database.ts'
import { fromJson } from '../database/json.ts'

/** Rows read per page, and hashes per query. */
const pageSize = 500

/**
 * Finds and removes unreferenced blobs. References are in the rows of revisions, executions, conversation
 * files and held arrivals.
 */
export function createBlobGarbageCollection(
  db: TenantDatabase,
  blobs: BlobStore,
): BlobGarbageCollection {
  return {
    stored: (page) => blobs.list(db.tenantId, page),
    storedAt: (hash) => blobs.storedAt(db.tenantId, hash),
    unreferenced: async (hashes) => {
      const left = new Set(hashes)
      for await (const named of namedHashes(db, left)) {
        for (const hash of named) left.delete(hash)
        if (left.size === 0) break
      }
      return [...left]
    },
    mark: async (hashes, at) => {
      let added = 0
      await inPages(hashes, async (page) => {
        added += await mark(db, page, at)
      })
      return added
    },
    marked: async (by, { after, limit }) => {
      const rows = await db.read
        .selectFrom('condemned_blobs')
        .select('sha256')
        .where('condemned_at', '<=', by)
        .where('sha256', '>', after ?? '')
        .orderBy('sha256')
        .limit(limit)
        .execute()
      return rows.map(({ sha256 }) => sha256)
    },
    spare: (hashes) => inPages(hashes, (page) => spare(db, page)),
    removeMarked: (hash, by) => removeMarked(db, blobs, { hash, by }),
  }
}

/**
 * The blob store used by the row stores. It spares a marked blob before it is stored again, so that the row
 * written next finds it.
 */
export function keepBlobsOnPut(db: TenantDatabase, blobs: BlobStore): BlobStore {
  return {
    ...blobs,
    put: async (tenantId, hash, bytes) => {
      await spareCondemned(db, [hash])
      await blobs.put(tenantId, hash, bytes)
    },
    putAll: async (tenantId, added) => {
      await inPages(
        added.map(({ sha256 }) => sha256),
        (hashes) => spareCondemned(db, hashes),
      )
      await blobs.putAll(tenantId, added)
    },
  }
}

async function spareCondemned(db: TenantDatabase, hashes: readonly string[]): Promise<void> {
  const marked = await db.read
    .selectFrom('condemned_blobs')
    .select('sha256')
    .where('sha256', 'in', hashes)
    .execute()
  if (marked.length === 0) return
  // Waits while a blob is being removed; then it is absent and stored again.
  await spare(
    db,
    marked.map(({ sha256 }) => sha256),
  )
}

async function mark(db: TenantDatabase, hashes: readonly string[], at: Timestamp): Promise<number> {
  const rows = hashes.map((sha256) => ({ sha256, condemned_at: at }))
  return db.write(async (trx) => {
    const added = await trx
      .insertInto('condemned_blobs')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('sha256')
      .execute()
    return added.length
  })
}

async function spare(db: TenantDatabase, hashes: readonly string[]) {
  await db.write(async (trx) => {
    await trx.deleteFrom('condemned_blobs').where('sha256', 'in', hashes).execute()
  })
}

/**
 * One transaction blocks whoever wants to spare the blob, so nobody stores it between the last check and the
 * removal. A conversation's file can change its path without being stored again, so those rows are checked once
 * more.
 */
function removeMarked(
  db: TenantDatabase,
  blobs: BlobStore,
  { hash, by }: { readonly hash: string; readonly by: Timestamp },
): Promise<boolean> {
  return db.write(async (trx) => {
    const gone = await trx
      .deleteFrom('condemned_blobs')
      .where('sha256', '=', hash)
      .where('condemned_at', '<=', by)
      .returning('sha256')
      .executeTakeFirst()
    if (!gone) return false
    const file = await trx
      .selectFrom('workspace_files')
      .select('path')
      .where('sha256', '=', hash)
      .limit(1)
      .executeTakeFirst()
    if (file) return false
    await blobs.remove(db.tenantId, hash)
    return true
  })
}

/** Every hash that a row references; of conversation files only those in `wanted`. */
async function* namedHashes(
  db: TenantDatabase,
  wanted: ReadonlySet<string>,
): AsyncGenerator<readonly string[]> {
  yield* inFolders(db, [...wanted])
  // Before revisions: an approval in between moves a reference from here to there, never back.
  yield* inHeldArrivals(db)
  yield* inRevisions(db)
  yield* inExecutions(db)
}

async function* inFolders(db: TenantDatabase, wanted: readonly string[]) {
  for (let at = 0; at < wanted.length; at += pageSize) {
    const rows = await db.read
      .selectFrom('workspace_files')
      .select('sha256')
      .where('sha256', 'in', wanted.slice(at, at + pageSize))
      .execute()
    yield rows.map(({ sha256 }) => sha256)
  }
}

async function* inRevisions(db: TenantDatabase) {
  let last = { skill_id: '', number: 0 }
  for (;;) {
    const rows = await db.read
      .selectFrom('revisions')
      .select(['skill_id', 'number', 'manifest'])
      .where((eb) =>
        eb(eb.refTuple('skill_id', 'number'), '>', eb.tuple(last.skill_id, last.number)),
      )
      .orderBy('skill_id')
      .orderBy('number')
      .limit(pageSize)
      .execute()
    yield rows.flatMap(({ manifest }) => hashesIn(fromJson<ManifestEntry[]>(manifest)))
    const end = rows.at(-1)
    if (!end) return
    last = end
  }
}

async function* inExecutions(db: TenantDatabase) {
  let last = ''
  for (;;) {
    const rows = await db.read
      .selectFrom('executions')
      .select(['id', 'outputs'])
      .where('outputs', '<>', sql.lit('[]'))
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    yield rows.flatMap(({ outputs }) => hashesIn(fromJson<ExecutionOutput[]>(outputs)))
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

/** Of arrivals that somebody may still approve. */
async function* inHeldArrivals(db: TenantDatabase) {
  let last = ''
  for (;;) {
    const rows = await db.read
      .selectFrom('held_arrivals')
      .select(['id', 'manifest'])
      .where('state', 'in', [...statesWithFiles])
      .where('stored_bytes', '>', 0)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    yield rows.flatMap(({ manifest }) => hashesIn(fromJson<ManifestEntry[]>(manifest)))
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

const hashesIn = (entries: readonly { readonly sha256: string }[]): string[] =>
  entries.map(({ sha256 }) => sha256)

async function inPages(
  hashes: readonly string[],
  work: (page: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < hashes.length; at += pageSize) await work(hashes.slice(at, at + pageSize))
}
