import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

/** Files of conversations, and the connector of an approval. */
export async function createWorkspaceTables(
  db: Kysely<unknown>,
  types: ColumnTypes,
): Promise<void> {
  await createTenantTable(db, types, {
    name: 'workspace_files',
    columns: {
      conversation_id: 'text',
      path: 'text',
      sha256: 'text',
      size: 'integer',
      updated_at: 'integer',
    },
    key: ['conversation_id', 'path'],
    parent: { table: 'conversations', columns: ['conversation_id'], key: ['id'] },
  })
  await db.schema.alterTable('approvals').addColumn('connector', types.text).execute()
}
