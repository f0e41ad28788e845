import type { Migration } from './migration.ts'

/** The revisions of each collection that clients of production get, as JSON; null where they get the newest. */
export const collectionPromotions: Migration = {
  name: '0027-collection-promotions',
  up: async (db, types) => {
    await db.schema.alterTable('collections').addColumn('promotion', types.text).execute()
  },
}
