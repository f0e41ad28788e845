import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

/** Cancelling across processes, and garbage collection of blobs. */
export async function changeExecutions(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  // It was a time of one machine's clock, which is not comparable across machines; a counter is.
  await db.schema.alterTable('executions').renameColumn('alive_until', 'signs').execute()
  await db.schema.alterTable('executions').addColumn('cancel_asked_at', types.integer).execute()
  await db.schema
    .createIndex('executions_by_hand_with_outputs')
    .on('executions')
    .columns(['tenant_id', 'finished_at'])
    .where(sql.ref('conversation_id'), 'is', null)
    .where(sql.ref('outputs'), '<>', sql.lit('[]'))
    .execute()
  await db.schema
    .createIndex('workspace_files_by_hash')
    .on('workspace_files')
    .columns(['tenant_id', 'sha256'])
    .execute()
  await createTenantTable(db, types, {
    name: 'condemned_blobs',
    columns: { sha256: 'text', condemned_at: 'integer' },
    key: ['sha256'],
  })
}
