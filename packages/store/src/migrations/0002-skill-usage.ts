import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** The archive, and the usage counters the curator reads. */
export async function addSkillUsage(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('skills').addColumn('archived_at', types.integer).execute()
  await db.schema
    .alterTable('skills')
    .addColumn('use_count', types.integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('skills').addColumn('last_used_at', types.integer).execute()
  await db.schema
    .createIndex('skills_by_provenance')
    .on('skills')
    .columns(['tenant_id', 'provenance', 'id'])
    .execute()
}
