import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/**
 * Service accounts, and invitations. Existing members count as joined: whether they have logged in is unknown,
 * and an invitation opens only accounts in which nothing is private.
 */
export const invitations: Migration = {
  name: '0006-invitations',
  up: async (db: Kysely<unknown>, types: ColumnTypes) => {
    await db.schema
      .alterTable('members')
      .addColumn('kind', types.text, (column) => column.notNull().defaultTo('person'))
      .execute()
    await db.schema.alterTable('members').addColumn('joined_at', types.integer).execute()
    await sql`update members set joined_at = created_at`.execute(db)
    await createTenantTable(db, types, {
      name: 'invitations',
      columns: {
        user_id: 'text',
        token_hash: 'text',
        created_by: 'text',
        created_at: 'integer',
        expires_at: 'integer',
      },
      key: ['user_id'],
      parent: { table: 'members', columns: ['user_id'], key: ['id'] },
    })
    await db.schema
      .createIndex('invitations_token_hash')
      .unique()
      .on('invitations')
      .column('token_hash')
      .execute()
  },
}
