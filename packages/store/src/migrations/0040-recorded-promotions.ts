import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** Every promotion of a collection as JSON, so that production can be set back to one. */
export const recordedPromotions: Migration = {
  name: '0040-recorded-promotions',
  up: async (db: Kysely<unknown>, types) => {
    await createTenantTable(db, types, {
      name: 'collection_promotions',
      columns: { collection_id: 'text', number: 'integer', promotion: 'text' },
      key: ['collection_id', 'number'],
      parent: { table: 'collections', columns: ['collection_id'], key: ['id'] },
    })
    await sql`insert into collection_promotions (tenant_id, collection_id, number, promotion)
      select tenant_id, id, 1, promotion from collections where promotion is not null`.execute(db)
  },
}
