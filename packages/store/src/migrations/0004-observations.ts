import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

/** Every version of what agents remember about people. Deleted with the person. */
export async function createMemoryTable(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'observations',
    columns: {
      user_id: 'text',
      // Empty for conversations without an agent: key columns cannot be null.
      agent_id: 'text',
      number: 'integer',
      author: 'text',
      reason: 'text',
      created_at: 'integer',
      conversation_id: 'text?',
      text: 'text',
    },
    key: ['user_id', 'agent_id', 'number'],
    parent: { table: 'members', columns: ['user_id'], key: ['id'] },
  })
}
