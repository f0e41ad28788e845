import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

/** What agents remember about people, every version of it (B6). A person's go with the person. */
export async function createMemoryTable(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'observations',
    columns: {
      user_id: 'text',
      // Empty for conversations without an agent: a key has no nulls.
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
