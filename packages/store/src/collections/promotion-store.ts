import type { CollectionId } from '@repertoire/core/base'
import {
  type CollectionPromotion,
  isSamePromotion,
  maxRecordedPromotions,
} from '@repertoire/core/domain'
import { type CollectionStore, productionChanged } from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import { fromJson, toJson } from '../database/json.ts'
import type { Transaction } from '../database/query.ts'
import { toCollection } from './to-collection.ts'

/** What production of collections gets, and what it got before. */
export function createPromotionStore(
  db: TenantDatabase,
): Pick<CollectionStore, 'setPromotion' | 'promotions'> {
  return {
    setPromotion: (id, promotion, expected) =>
      db.write(async (trx) => {
        const before = await trx
          .selectFrom('collections')
          .select('promotion')
          .where('id', '=', id)
          .executeTakeFirst()
        if (!before) return null
        if (expected && !isSamePromotion(fromPinned(before.promotion), expected.promotion))
          throw productionChanged()
        const update = trx
          .updateTable('collections')
          .set({ promotion: promotion && toJson(promotion) })
          .where('id', '=', id)
          .$if(expected !== undefined, (query) =>
            before.promotion === null
              ? query.where('promotion', 'is', null)
              : query.where('promotion', '=', before.promotion),
          )
        const row = await update.returningAll().executeTakeFirst()
        // Another writer was first, between the two statements.
        if (!row && expected) throw productionChanged()
        if (!row) return null
        // After the update, whose lock lets one writer at a time count.
        if (promotion) await record(trx, id, promotion)
        return toCollection(row)
      }),
    promotions: async (id) => {
      const rows = await db.read
        .selectFrom('collection_promotions')
        .select(['number', 'promotion'])
        .where('collection_id', '=', id)
        .orderBy('number', 'desc')
        .execute()
      return rows.map(({ number, promotion }) => ({
        ...fromJson<CollectionPromotion>(promotion),
        number,
      }))
    },
  }
}

async function record(trx: Transaction, id: CollectionId, promotion: CollectionPromotion) {
  const newest = await trx
    .selectFrom('collection_promotions')
    .select('number')
    .where('collection_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const number = (newest?.number ?? 0) + 1
  const row = { collection_id: id, number, promotion: toJson(promotion) }
  await trx.insertInto('collection_promotions').values(row).execute()
  await trx
    .deleteFrom('collection_promotions')
    .where('collection_id', '=', id)
    .where('number', '<=', number - maxRecordedPromotions)
    .execute()
}

function fromPinned(promotion: string | null): CollectionPromotion | null {
  return promotion === null ? null : fromJson(promotion)
}
