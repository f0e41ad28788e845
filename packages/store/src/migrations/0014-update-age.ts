import type { Migration } from './migration.ts'

/** How long updates of a source wait before they are applied by themselves. */
export const updateAge: Migration = {
  name: '0014-update-age',
  up: async (db, types) => {
    await db.schema
      .alterTable('sources')
      .addColumn('minimum_update_age_days', types.integer)
      .execute()
  },
}
