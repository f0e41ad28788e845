import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Soft delete: the rows of deleted conversations stay for a while. */
export const deletedConversations: Migration = {
  name: '0025-deleted-conversations',
  up: async (db, types) => {
    await db.schema.alterTable('conversations').addColumn('deleted_at', types.integer).execute()
    await db.schema
      .createIndex('conversations_deleted')
      .on('conversations')
      .columns(['tenant_id', 'deleted_at', 'id'])
      .where(sql.ref('deleted_at'), 'is not', null)
      .execute()
  },
}
