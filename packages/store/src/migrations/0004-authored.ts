import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

/** Tools and libraries written by agents, their versions and their approvals. */
export async function createAuthoredTables(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'authored_tools',
    columns: {
      id: 'text',
      kind: 'text',
      name: 'text',
      owner: 'text',
      enabled: 'integer',
      head_number: 'integer',
      created_at: 'integer',
      updated_at: 'integer',
      deleted_at: 'integer?',
      deleted_key: 'text?',
    },
    key: ['id'],
  })
  await db.schema
    .createIndex('authored_tools_by_name')
    .unique()
    .on('authored_tools')
    .columns(['tenant_id', 'owner', 'kind', 'name'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
  const parent = { table: 'authored_tools', columns: ['tool_id'], key: ['id'] }
  await createTenantTable(db, types, {
    name: 'authored_versions',
    columns: {
      tool_id: 'text',
      number: 'integer',
      digest: 'text',
      requires: 'text',
      reason: 'text',
      author: 'text',
      trusted: 'integer',
      conversation_id: 'text?',
      change_key: 'text?',
      written_at: 'integer',
      // Long texts come last: a row is read up to the last selected column.
      description: 'text',
      parameters: 'text?',
      code: 'text',
    },
    key: ['tool_id', 'number'],
    parent,
  })
  await db.schema
    .createIndex('authored_versions_by_change')
    .unique()
    .on('authored_versions')
    .columns(['tenant_id', 'change_key'])
    .execute()
  await createTenantTable(db, types, {
    name: 'authored_grants',
    columns: {
      tool_id: 'text',
      digest: 'text',
      version: 'integer',
      granted_by: 'text',
      granted_at: 'integer',
      libraries: 'text',
    },
    key: ['tool_id', 'digest'],
    parent,
  })
}
