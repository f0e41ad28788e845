import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

/** Executions, the secrets of skills, and the skill that wrote a conversation's file. */
export async function createExecutionTables(
  db: Kysely<unknown>,
  types: ColumnTypes,
): Promise<void> {
  await createTenantTable(db, types, {
    name: 'executions',
    columns: {
      id: 'text',
      conversation_id: 'text?',
      run_id: 'text?',
      call_id: 'text?',
      trace_id: 'text',
      skill_id: 'text?',
      skill_slug: 'text?',
      skill_digest: 'text?',
      runtime: 'text',
      entry: 'text',
      status: 'text',
      exit_code: 'integer?',
      started_by: 'text',
      started_at: 'integer',
      finished_at: 'integer?',
      alive_until: 'integer',
      args: 'text',
      outputs: 'text',
      skipped: 'text',
      usage: 'text?',
      // Long texts come last: a row is read up to the last selected column.
      stdout: 'text',
      stderr: 'text',
    },
    key: ['id'],
    // An execution started by a person has no conversation; then the foreign key is not checked.
    parent: { table: 'conversations', columns: ['conversation_id'], key: ['id'] },
  })
  await db.schema
    .createIndex('executions_by_person')
    .on('executions')
    .columns(['tenant_id', 'started_by', 'started_at', 'id'])
    .execute()
  await db.schema
    .createIndex('executions_by_conversation')
    .on('executions')
    .columns(['tenant_id', 'conversation_id', 'started_at', 'id'])
    .execute()
  // Few executions run at a time, however many there have been.
  await db.schema
    .createIndex('executions_at_work')
    .on('executions')
    .columns(['tenant_id', 'alive_until'])
    .where(sql.ref('finished_at'), 'is', null)
    .execute()
  await createTenantTable(db, types, {
    name: 'skill_secrets',
    columns: {
      skill_id: 'text',
      name: 'text',
      updated_by: 'text',
      updated_at: 'integer',
      sealed: 'text',
    },
    key: ['skill_id', 'name'],
    parent: { table: 'skills', columns: ['skill_id'], key: ['id'] },
  })
  await db.schema.alterTable('workspace_files').addColumn('skill_id', types.text).execute()
}
