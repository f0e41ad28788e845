import {
  type IgnoredEntryId,
  ProblemError,
  type RevisionDigest,
  type SourceId,
  type UserId,
} from '@repertoire/core/base'
import { type IgnoredEntry, ignoredNote, isIgnored } from '@repertoire/core/domain'
import { itemToReadAgain, sourceNotFound, syncToReadAgain } from '@repertoire/core/ingest'
import type { SourceStore } from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import type { QueryExecutor, Transaction } from '../database/query.ts'
import type { NewRow, Row } from '../database/schema.ts'
import { lockTenant } from '../database/tenant-lock.ts'
import { itemRow, sourceRowOf, syncColumns, toItem, toSyncState } from './source-rows.ts'

type IgnoredStore = Pick<SourceStore, 'ignored' | 'ignore' | 'stopIgnoring'>

export function createIgnoredEntries(db: TenantDatabase): IgnoredStore {
  const changed = { kind: 'sources', tenantId: db.tenantId } as const
  return {
    ignored: (id) => ignoredOf(db.read, id),
    ignore: (entry) =>
      db.write(async (trx, notify) => {
        await lockTenant(trx, db.tenantId)
        if (!(await sourceRowOf(trx, entry.sourceId))) throw new ProblemError(sourceNotFound)
        const known = (await ignoredOf(trx, entry.sourceId)).find(
          ({ entryId, digest }) => entryId === entry.entryId && digest === entry.digest,
        )
        if (!known) await trx.insertInto('ignored_entries').values(rowOf(entry)).execute()
        await endIgnored(trx, entry)
        notify(changed)
        return known ?? entry
      }),
    stopIgnoring: (id, ignored) =>
      db.write(async (trx, notify) => {
        await lockTenant(trx, db.tenantId)
        const row = await trx
          .deleteFrom('ignored_entries')
          .where('source_id', '=', id)
          .where('id', '=', ignored)
          .returningAll()
          .executeTakeFirst()
        if (!row) return null
        const removed = toIgnored(row)
        await readAgain(trx, removed)
        notify(changed)
        return removed
      }),
  }
}

export async function ignoredOf(
  db: QueryExecutor,
  sourceId: SourceId,
): Promise<readonly IgnoredEntry[]> {
  const rows = await db
    .selectFrom('ignored_entries')
    .selectAll()
    .where('source_id', '=', sourceId)
    .orderBy('ignored_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toIgnored)
}

/** Ends what waits of it. The tenant must be locked. */
async function endIgnored(trx: Transaction, ignored: IgnoredEntry): Promise<void> {
  const rows = await trx
    .selectFrom('held_arrivals')
    .select(['id', 'entry_id', 'digest'])
    .where('state', '=', 'held')
    .where('source_id', '=', ignored.sourceId)
    .where('entry_id', '=', ignored.entryId)
    .execute()
  const meant = rows.filter(({ entry_id: entryId, digest }) =>
    isIgnored([ignored], { entryId, digest: digest as RevisionDigest }),
  )
  if (meant.length === 0) return
  const by = { decided_by: ignored.by, decided_at: ignored.at, note: ignoredNote(ignored) }
  await trx
    .updateTable('held_arrivals')
    .set({ state: 'superseded', stored_bytes: 0, ...by })
    .where(
      'id',
      'in',
      meant.map(({ id }) => id),
    )
    .execute()
}

/** A sync that runs loses its lease: it planned without the entry. */
async function readAgain(trx: Transaction, { sourceId, entryId }: IgnoredEntry): Promise<void> {
  const source = await sourceRowOf(trx, sourceId)
  if (!source) return
  const sync = syncToReadAgain(toSyncState(source))
  await trx
    .updateTable('sources')
    .set({ ...syncColumns(sync), lease_owner: null, lease_until: null })
    .where('id', '=', sourceId)
    .execute()
  const item = await trx
    .selectFrom('source_items')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('entry_id', '=', entryId)
    .executeTakeFirst()
  if (!item) return
  await trx
    .updateTable('source_items')
    .set(itemRow(sourceId, itemToReadAgain(toItem(item))))
    .where('source_id', '=', sourceId)
    .where('entry_id', '=', entryId)
    .execute()
}

function rowOf(one: IgnoredEntry): NewRow<'ignored_entries'> {
  const { id, sourceId, entryId, digest, name, reason, by, at } = one
  return {
    ...{ id, source_id: sourceId, entry_id: entryId, digest, name, reason },
    ...{ ignored_by: by, ignored_at: at },
  }
}

function toIgnored(row: Row<'ignored_entries'>): IgnoredEntry {
  const { name, reason } = row
  return {
    ...{ id: row.id as IgnoredEntryId, sourceId: row.source_id as SourceId },
    ...{ entryId: row.entry_id, digest: row.digest as RevisionDigest | null, name, reason },
    ...{ by: row.ignored_by as UserId, at: row.ignored_at },
  }
}
