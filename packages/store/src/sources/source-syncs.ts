import { ProblemError, type SourceId } from '@repertoire/core/base'
import {
  isIgnored,
  type PendingRevisionWithFiles,
  type SourceItemRecord,
} from '@repertoire/core/domain'
import {
  type AppliedSkill,
  mergedItem,
  sourceNotFound,
  startedSync,
  syncLeaseLost,
} from '@repertoire/core/ingest'
import type { SourceStore, SyncBatch, SyncLease } from '@repertoire/core/ports'
import { changesRow } from '../database/changes-row.ts'
import type { Transaction } from '../database/query.ts'
import type { Row } from '../database/schema.ts'
import { lockTenant } from '../database/tenant-lock.ts'
import {
  addPendingRevisions,
  applyUpdate,
  endTakenBack,
  type PendingWriteOptions,
  storePendingFiles,
} from '../reviews/pending-revision-writes.ts'
import { ignoredOf } from './ignored-entries.ts'
import { itemRow, sourceRowOf, syncColumns, toItem, toSource, toSyncState } from './source-rows.ts'

type Syncs = Pick<SourceStore, 'startSync' | 'recordBatch' | 'finishSync' | 'requestCancel'>

/** Items per statement. */
const maxItems = 1_000

/** One attempt at a time: it holds a lease, and each of its writes checks it. */
export function createSourceSyncs(options: PendingWriteOptions): Syncs {
  const { db } = options
  const changed = { kind: 'sources', tenantId: db.tenantId } as const
  return {
    startSync: (id, lease, now) =>
      db.write(async (trx, notify) => {
        await lockTenant(trx, db.tenantId)
        const row = await sourceRowOf(trx, id)
        if (!row) throw new ProblemError(sourceNotFound)
        if (row.lease_until !== null && row.lease_until > now) return null
        const after = await updateRow(trx, id, {
          ...{ ...leaseColumns(lease), cancel_requested: 0 },
          ...syncColumns(startedSync(toSyncState(row))),
        })
        notify(changed)
        return toSource(after)
      }),
    recordBatch: async (id, lease, batch) => {
      const applied = batch.applies.map(({ record }) => record)
      await storePendingFiles([...batch.holds, ...applied], options)
      return db.write(async (trx, notify) => {
        await lockTenant(trx, db.tenantId)
        const row = await leasedRow(trx, id, lease)
        await writeBatch(trx, { id, batch, options, notify })
        const before = toSyncState(row)
        const sync = batch.progress ? { ...before, progress: batch.progress } : before
        await updateRow(trx, id, { ...leaseColumns(lease), ...syncColumns(sync) })
        notify(changed)
        return { isCancelled: row.cancel_requested === 1 }
      })
    },
    finishSync: (id, lease, sync) =>
      db.write(async (trx, notify) => {
        await lockTenant(trx, db.tenantId)
        await leasedRow(trx, id, lease)
        const released = { lease_owner: null, lease_until: null }
        const after = await updateRow(trx, id, { ...released, ...syncColumns(sync) })
        notify(changed)
        return toSource(after)
      }),
    requestCancel: (id) =>
      changesRow(db, (trx) =>
        trx
          .updateTable('sources')
          .set({ cancel_requested: 1 })
          .where('id', '=', id)
          .where('lease_owner', 'is not', null)
          .returning('id'),
      ),
  }
}

interface BatchWrite {
  readonly id: SourceId
  readonly batch: SyncBatch
  readonly options: PendingWriteOptions
  readonly notify: Parameters<Parameters<PendingWriteOptions['db']['write']>[0]>[1]
}

async function writeBatch(
  trx: Transaction,
  { id, batch, options, notify }: BatchWrite,
): Promise<void> {
  const applied = new Map<string, AppliedSkill>()
  const ignored = await ignoredOf(trx, id)
  const isWanted = ({ held }: PendingRevisionWithFiles) => !isIgnored(ignored, held)
  for (const apply of batch.applies.filter(({ record }) => isWanted(record))) {
    const skillId = await applyUpdate(trx, apply, { options, notify })
    applied.set(apply.record.held.entryId, skillId)
  }
  await addPendingRevisions(trx, batch.holds.filter(isWanted), options)
  const { takenBack = [] } = batch
  await endTakenBack(trx, { sourceId: id, takenBack }, options.clock.now())
  for (let at = 0; at < batch.items.length; at += maxItems) {
    await writeItems(trx, id, { items: batch.items.slice(at, at + maxItems), applied })
  }
}

async function writeItems(
  trx: Transaction,
  id: SourceId,
  {
    items,
    applied,
  }: {
    readonly items: readonly SourceItemRecord[]
    readonly applied: ReadonlyMap<string, AppliedSkill>
  },
): Promise<void> {
  if (items.length === 0) return
  const entryIds = items.map(({ entryId }) => entryId)
  const rows = await trx
    .selectFrom('source_items')
    .selectAll()
    .where('source_id', '=', id)
    .where('entry_id', 'in', entryIds)
    .execute()
  const stored = new Map(rows.map((row) => [row.entry_id, toItem(row)]))
  const merged = items.map((item) =>
    mergedItem(item, stored.get(item.entryId), applied.get(item.entryId)),
  )
  await trx
    .insertInto('source_items')
    .values(merged.map((item) => itemRow(id, item)))
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'source_id', 'entry_id']).doUpdateSet((eb) => ({
        token: eb.ref('excluded.token'),
        state: eb.ref('excluded.state'),
        name: eb.ref('excluded.name'),
        slug: eb.ref('excluded.slug'),
        skill_id: eb.ref('excluded.skill_id'),
        digest: eb.ref('excluded.digest'),
        applied_digest: eb.ref('excluded.applied_digest'),
        problem: eb.ref('excluded.problem'),
      })),
    )
    .execute()
}

async function leasedRow(
  trx: Transaction,
  id: SourceId,
  { owner }: SyncLease,
): Promise<Row<'sources'>> {
  const row = await sourceRowOf(trx, id)
  if (row?.lease_owner !== owner) throw new ProblemError(syncLeaseLost)
  return row
}

function updateRow(
  trx: Transaction,
  id: SourceId,
  change: Partial<Row<'sources'>>,
): Promise<Row<'sources'>> {
  return trx
    .updateTable('sources')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function leaseColumns({ owner, until }: SyncLease) {
  return { lease_owner: owner, lease_until: until }
}
