import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** What a key depends on: the key, or the person, that minted it. Unknown for older keys. */
export const keyParents: Migration = {
  name: '0006-key-parents',
  up: async (db: Kysely<unknown>, types: ColumnTypes) => {
    await db.schema.alterTable('api_keys').addColumn('parent_id', types.text).execute()
    await db.schema.alterTable('api_keys').addColumn('created_by', types.text).execute()
    await db.schema.alterTable('api_keys').addColumn('login_key_id', types.text).execute()
  },
}
