import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** Skills and versions of sources that people ignore. */
export const ignoredEntries: Migration = {
  name: '0024-ignored-entries',
  up: async (db, types) => {
    await createTenantTable(db, types, {
      name: 'ignored_entries',
      columns: {
        id: 'text',
        source_id: 'text',
        entry_id: 'text',
        digest: 'text?',
        name: 'text',
        reason: 'text',
        ignored_by: 'text',
        ignored_at: 'integer',
      },
      key: ['id'],
      parent: { table: 'sources', columns: ['source_id'], key: ['id'] },
    })
    await db.schema
      .createIndex('ignored_entries_by_source')
      .on('ignored_entries')
      .columns(['tenant_id', 'source_id', 'entry_id'])
      .execute()
  },
}
