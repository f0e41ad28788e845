import type { Migration } from './migration.ts'

/** Where a skill came from, without reading all of its source. */
export const sourceItemsBySkill: Migration = {
  name: '0038-source-items-by-skill',
  up: async (db) => {
    await db.schema
      .createIndex('source_items_by_skill')
      .on('source_items')
      .columns(['tenant_id', 'skill_id'])
      .execute()
  },
}
