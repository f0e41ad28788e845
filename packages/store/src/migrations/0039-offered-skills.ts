import type { Migration } from './migration.ts'

/** Which personal skill an offer is of. */
export const offeredSkills: Migration = {
  name: '0039-offered-skills',
  up: async (db, types) => {
    await db.schema.alterTable('held_arrivals').addColumn('offered_skill_id', types.text).execute()
  },
}
