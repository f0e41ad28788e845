import type { Migration } from './migration.ts'

/** The commits of an update's source since the content here. */
export const commits: Migration = {
  name: '0026-commits',
  up: async (db, types) => {
    await db.schema
      .alterTable('held_arrivals')
      .addColumn('commits', types.text, (column) => column.notNull().defaultTo('[]'))
      .execute()
  },
}
