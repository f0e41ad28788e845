import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

/** An organisation's agents, and whom a conversation speaks with (C2). Conversations outlive their agent. */
export async function createAgentTables(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'agents',
    columns: {
      id: 'text',
      name: 'text',
      model_id: 'text?',
      toolsets: 'text',
      skill_ids: 'text',
      created_by: 'text',
      created_at: 'integer',
      updated_at: 'integer',
      version: 'integer',
      // The long text stands last: a row is read up to the last column asked for.
      instruction: 'text',
    },
    key: ['id'],
  })
  await db.schema
    .createIndex('agents_by_name')
    .on('agents')
    .columns(['tenant_id', 'name', 'id'])
    .execute()
  await db.schema.alterTable('conversations').addColumn('agent_id', types.text).execute()
}
