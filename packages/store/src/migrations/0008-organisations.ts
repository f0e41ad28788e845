import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** The time an organisation was deleted; null while it is not. */
export const organisations: Migration = {
  name: '0008-organisations',
  up: async (db: Kysely<unknown>, types: ColumnTypes) => {
    await db.schema.alterTable('tenants').addColumn('deleted_at', types.integer).execute()
  },
}
