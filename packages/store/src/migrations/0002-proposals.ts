import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

/** Skills written by agents that wait for review. They outlive their conversation. */
export async function createProposalTables(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'proposals',
    columns: {
      id: 'text',
      proposed_for: 'text',
      conversation_id: 'text',
      run_id: 'text',
      trace_id: 'text',
      slug: 'text',
      name: 'text',
      description: 'text',
      skill_id: 'text?',
      skill_scope: 'text?',
      base_digest: 'text?',
      reason: 'text',
      status: 'text',
      created_at: 'integer',
      decided_by: 'text?',
      decided_at: 'integer?',
      note: 'text',
      // Long texts come last: a row is read up to the last selected column.
      resources: 'text',
      source: 'text',
    },
    key: ['id'],
  })
  await db.schema
    .createIndex('proposals_by_time')
    .on('proposals')
    .columns(['tenant_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('proposals_by_conversation')
    .on('proposals')
    .columns(['tenant_id', 'conversation_id', 'status'])
    .execute()
}
