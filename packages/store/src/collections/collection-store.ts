import type { CollectionId } from '@repertoire/core/base'
import type { Collection } from '@repertoire/core/domain'
import { type CollectionStore, collectionSlugTaken, tenantNotFound } from '@repertoire/core/ports'
import { changesRow } from '../database/changes-row.ts'
import { columnsOf } from '../database/columns-of.ts'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { fromJson, toJson } from '../database/json.ts'
import type { Transaction } from '../database/query.ts'
import { createPromotionStore } from './promotion-store.ts'
import { toCollection } from './to-collection.ts'

export function createCollectionStore(db: TenantDatabase): CollectionStore {
  return {
    list: async () => {
      const rows = await db.read.selectFrom('collections').selectAll().execute()
      return rows.map(toCollection).sort((one, other) => (one.slug < other.slug ? -1 : 1))
    },
    get: async (id) => {
      const row = await byId(db.read, id)
      return row ? toCollection(row) : null
    },
    create: (collection) =>
      db.write(async (trx) => {
        const written = trx.insertInto('collections').values(toRow(collection)).execute()
        await mapConstraintErrors(written, {
          onDuplicate: () => collectionSlugTaken(collection.slug),
          onMissingParent: () => tenantNotFound(db.tenantId),
        })
      }),
    update: (id, { updatedAt, selection, ...texts }) =>
      db.write(async (trx) => {
        const values = { ...texts, ...(selection && { selection: toJson(selection) }) }
        const written = trx
          .updateTable('collections')
          .set({ ...values, updated_at: updatedAt })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
        const row = await mapConstraintErrors(written, {
          onDuplicate: () => collectionSlugTaken(texts.slug ?? ''),
        })
        return row ? toCollection(row) : null
      }),
    setToken: (id, token) =>
      db.write(async (trx) => {
        const row = await trx
          .updateTable('collections')
          .set({ token_hash: token?.hash ?? null, token_made_at: token?.madeAt ?? null })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
        return row ? toCollection(row) : null
      }),
    ...createPromotionStore(db),
    recordSeen: (id, client, now) =>
      db.write(async (trx) => {
        const row = await byId(trx, id)
        if (!row) return
        const seen = toJson({ ...fromJson<Collection['seen']>(row.seen), [client]: now })
        await trx.updateTable('collections').set({ seen }).where('id', '=', id).execute()
      }),
    remove: (id) =>
      changesRow(db, (trx) => trx.deleteFrom('collections').where('id', '=', id).returning('id')),
  }
}

function byId(db: Pick<Transaction, 'selectFrom'>, id: CollectionId) {
  return db.selectFrom('collections').selectAll().where('id', '=', id).executeTakeFirst()
}

function toRow({ tokenMadeAt: _, ...collection }: Collection) {
  return { ...columnsOf(collection), token_hash: null, token_made_at: null }
}
