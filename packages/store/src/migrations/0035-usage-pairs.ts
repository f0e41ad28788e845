import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** In which turns of a conversation a model had the texts of two skills, and how these ended. Made from the logs. */
export const usagePairs: Migration = {
  name: '0035-usage-pairs',
  up: async (db, types) => {
    await createTenantTable(db, types, {
      name: 'usage_pairs',
      columns: {
        ...{ conversation_id: 'text', user_id: 'text', day: 'integer' },
        ...{ skill_id: 'text', other_id: 'text' },
        ...{ runs_completed: 'integer', runs_failed: 'integer' },
      },
      key: ['conversation_id', 'skill_id', 'other_id', 'day'],
      parent: { table: 'conversations', columns: ['conversation_id'], key: ['id'] },
    })
    const index = (name: string) => db.schema.createIndex(name).on('usage_pairs')
    await index('usage_pairs_by_day')
      .columns(['tenant_id', 'day', 'conversation_id', 'skill_id', 'other_id'])
      .execute()
    await index('usage_pairs_of_person')
      .columns(['tenant_id', 'user_id', 'day', 'conversation_id', 'skill_id', 'other_id'])
      .execute()
  },
}
