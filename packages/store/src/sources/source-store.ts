import { ProblemError, type SourceId } from '@repertoire/core/base'
import type { SkillSource } from '@repertoire/core/domain'
import {
  changedSource,
  isReadAnew,
  sourceNameTaken,
  sourceNotFound,
  sourceStale,
} from '@repertoire/core/ingest'
import { pageOf, type SourceStore, tenantNotFound } from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { afterCursor, decodePageCursor } from '../database/pages.ts'
import type { QueryExecutor } from '../database/query.ts'
import { lockTenant } from '../database/tenant-lock.ts'
import { pendingStates } from '../reviews/pending-revision-rows.ts'
import type { PendingWriteOptions } from '../reviews/pending-revision-writes.ts'
import { createIgnoredEntries } from './ignored-entries.ts'
import { sourceRow, toItem, toSource } from './source-rows.ts'
import { createSourceSyncs } from './source-syncs.ts'

export function createSourceStore(options: PendingWriteOptions): SourceStore {
  const { db } = options
  return {
    ...{ ...definitions(db), ...items(db), ...createIgnoredEntries(db) },
    ...createSourceSyncs(options),
  }
}

function definitions(
  db: TenantDatabase,
): Pick<SourceStore, 'create' | 'get' | 'list' | 'update' | 'remove'> {
  return {
    create: (source) =>
      db.write(async (trx, notify) => {
        const lease = { lease_owner: null, lease_until: null, cancel_requested: 0 }
        const row = { ...sourceRow(source), ...lease }
        await mapConstraintErrors(trx.insertInto('sources').values(row).execute(), {
          onDuplicate: () => new ProblemError(sourceNameTaken(source.name)),
          onMissingParent: () => tenantNotFound(db.tenantId),
        })
        notify({ kind: 'sources', tenantId: db.tenantId })
      }),
    get: (id) => findSource(db.read, id),
    list: async () => {
      const rows = await db.read.selectFrom('sources').selectAll().orderBy('name').execute()
      return rows.map(toSource)
    },
    update: (id, change, expectedVersion) =>
      db.write(async (trx, notify) => {
        await lockTenant(trx, db.tenantId)
        const before = await requireSource(trx, id)
        if (expectedVersion !== undefined && expectedVersion !== before.version) {
          throw new ProblemError(sourceStale(before))
        }
        const after = changedSource(before, change)
        const released = { lease_owner: null, lease_until: null }
        const update = trx
          .updateTable('sources')
          .set({ ...sourceRow(after), ...(isReadAnew(change) && released) })
          .where('id', '=', id)
          .execute()
        await mapConstraintErrors(update, {
          onDuplicate: () => new ProblemError(sourceNameTaken(after.name)),
        })
        notify({ kind: 'sources', tenantId: db.tenantId })
        return after
      }),
    remove: (id) =>
      db.write(async (trx, notify) => {
        await lockTenant(trx, db.tenantId)
        await requireSource(trx, id)
        await trx
          .deleteFrom('held_arrivals')
          .where('source_id', '=', id)
          .where('state', 'in', [...pendingStates])
          .execute()
        await trx.deleteFrom('sources').where('id', '=', id).execute()
        notify({ kind: 'sources', tenantId: db.tenantId })
      }),
  }
}

function items(
  db: TenantDatabase,
): Pick<SourceStore, 'items' | 'allItems' | 'itemsOfSkills' | 'item'> {
  const ofSource = (id: SourceId) =>
    db.read.selectFrom('source_items').selectAll().where('source_id', '=', id).orderBy('entry_id')
  return {
    items: async (id, page) => {
      const key = decodePageCursor(page, ['string', 'string'])
      const rows = await ofSource(id)
        .$if(key !== null, (query) => query.where(afterCursor(['entry_id'], [key?.[0] ?? ''], '>')))
        .limit(page.limit + 1)
        .execute()
      return pageOf(rows.map(toItem), page.limit, ({ entryId }) => [entryId, ''])
    },
    allItems: async (id) => (await ofSource(id).execute()).map(toItem),
    itemsOfSkills: async (ids) => {
      if (ids.length === 0) return []
      const rows = await db.read
        .selectFrom('source_items')
        .selectAll()
        .where('skill_id', 'in', ids)
        .orderBy('entry_id')
        .execute()
      return rows.map(toItem)
    },
    item: async (id, entryId) => {
      const row = await ofSource(id).where('entry_id', '=', entryId).executeTakeFirst()
      return row ? toItem(row) : null
    },
  }
}

async function findSource(db: QueryExecutor, id: SourceId): Promise<SkillSource | null> {
  const row = await db.selectFrom('sources').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toSource(row) : null
}

async function requireSource(db: QueryExecutor, id: SourceId): Promise<SkillSource> {
  const source = await findSource(db, id)
  if (!source) throw new ProblemError(sourceNotFound)
  return source
}
