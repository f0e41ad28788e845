import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

const parent = { table: 'conversations', columns: ['conversation_id'], key: ['id'] }

/** Conversations, their logs, runs with leases, approvals and recorded prompts. */
export async function createConversationTables(
  db: Kysely<unknown>,
  types: ColumnTypes,
): Promise<void> {
  await createTenantTable(db, types, {
    name: 'conversations',
    columns: {
      id: 'text',
      user_id: 'text',
      title: 'text',
      session: 'text',
      head_seq: 'integer',
      created_at: 'integer',
      updated_at: 'integer',
    },
    key: ['id'],
  })
  await db.schema
    .createIndex('conversations_by_user')
    .on('conversations')
    .columns(['tenant_id', 'user_id', 'created_at', 'id'])
    .execute()
  await createLog(db, types)
  await createRuns(db, types)
  await createApprovals(db, types)
}

async function createLog(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'conversation_events',
    columns: {
      conversation_id: 'text',
      seq: 'integer',
      run_id: 'text?',
      trace_id: 'text',
      at: 'integer',
      type: 'text',
      event: 'text',
    },
    key: ['conversation_id', 'seq'],
    parent,
  })
  await createTenantTable(db, types, {
    name: 'prompts',
    columns: { conversation_id: 'text', digest: 'text', system: 'text' },
    key: ['conversation_id', 'digest'],
    parent,
  })
}

async function createRuns(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'runs',
    columns: {
      id: 'text',
      conversation_id: 'text',
      user_id: 'text',
      role: 'text',
      trace_id: 'text',
      status: 'text',
      problem: 'text?',
      started_at: 'integer',
      finished_at: 'integer?',
      lease_owner: 'text?',
      lease_expires_at: 'integer?',
    },
    key: ['id'],
    parent,
  })
  // One turn at a time, whatever the code above thinks. It also finds the open runs at start-up.
  await sql`create unique index runs_one_open on runs (tenant_id, conversation_id)
    where status in ('running', 'waiting')`.execute(db)
  await db.schema
    .createIndex('runs_by_conversation')
    .on('runs')
    .columns(['tenant_id', 'conversation_id'])
    .execute()
}

async function createApprovals(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'approvals',
    columns: {
      id: 'text',
      type: 'text',
      conversation_id: 'text',
      run_id: 'text',
      tool_call_id: 'text',
      trace_id: 'text',
      subject: 'text',
      reason: 'text',
      status: 'text',
      requested_by: 'text',
      requested_at: 'integer',
      expires_at: 'integer',
      answered_by: 'text?',
      answered_at: 'integer?',
      note: 'text',
    },
    key: ['id'],
    parent,
  })
  await db.schema
    .createIndex('approvals_by_time')
    .on('approvals')
    .columns(['tenant_id', 'requested_at', 'id'])
    .execute()
  await db.schema
    .createIndex('approvals_by_run')
    .on('approvals')
    .columns(['tenant_id', 'run_id'])
    .execute()
  await db.schema
    .createIndex('approvals_by_conversation')
    .on('approvals')
    .columns(['tenant_id', 'conversation_id'])
    .execute()
  await db.schema
    .createIndex('approvals_pending')
    .on('approvals')
    .columns(['expires_at'])
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute()
}
