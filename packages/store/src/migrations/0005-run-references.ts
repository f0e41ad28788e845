import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** The reference of the caller that started a run, for searching. */
export const runReferences: Migration = {
  name: '0005-run-references',
  up: async (db: Kysely<unknown>, types: ColumnTypes) => {
    await db.schema.alterTable('runs').addColumn('reference', types.text).execute()
    await db.schema
      .createIndex('runs_by_reference')
      .on('runs')
      .columns(['tenant_id', 'reference'])
      .execute()
  },
}
