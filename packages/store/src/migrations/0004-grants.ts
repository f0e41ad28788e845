import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

/** Permissions for turns that no person starts. They are deleted with their person. */
export async function createGrantTable(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'tool_grants',
    columns: {
      id: 'text',
      user_id: 'text',
      tool: 'text',
      identity: 'text',
      agent_id: 'text?',
      max_uses: 'integer',
      uses: 'integer',
      expires_at: 'integer',
      created_by: 'text',
      created_at: 'integer',
      revoked_at: 'integer?',
      revoked_by: 'text?',
      constraints: 'text',
    },
    key: ['id'],
    parent: { table: 'members', columns: ['user_id'], key: ['id'] },
  })
  await db.schema
    .createIndex('tool_grants_by_person')
    .on('tool_grants')
    .columns(['tenant_id', 'user_id', 'tool'])
    .execute()
}
