import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

/**
 * Schedules, webhooks and their firings. They outlive their person, so that it stays visible why they
 * stopped.
 */
export async function createTriggerTables(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'signals',
    columns: {
      id: 'text',
      user_id: 'text',
      enabled: 'integer',
      next_at: 'integer?',
      last_fired_at: 'integer?',
      created_at: 'integer',
      updated_at: 'integer',
      version: 'integer',
      sealed: 'text?',
      draft: 'text',
    },
    key: ['id'],
  })
  await createTenantTable(db, types, {
    name: 'signal_firings',
    columns: {
      signal_id: 'text',
      key: 'text',
      planned_at: 'integer?',
      fired_at: 'integer',
      outcome: 'text',
      trace_id: 'text',
      conversation_id: 'text?',
      run_id: 'text?',
      body_digest: 'text?',
      problem: 'text?',
    },
    key: ['signal_id', 'key'],
    parent: { table: 'signals', columns: ['signal_id'], key: ['id'] },
  })
  const index = (name: string) => db.schema.createIndex(name)
  await index('signals_by_id').on('signals').columns(['id']).execute()
  await index('signals_due').on('signals').columns(['next_at']).execute()
  await index('signal_firings_by_time')
    .on('signal_firings')
    .columns(['tenant_id', 'signal_id', 'fired_at', 'key'])
    .execute()
  await index('signal_firings_by_trace')
    .on('signal_firings')
    .columns(['tenant_id', 'trace_id'])
    .execute()
  await index('runs_by_trace').on('runs').columns(['tenant_id', 'trace_id']).execute()
  await index('runs_by_time').on('runs').columns(['tenant_id', 'user_id', 'started_at']).execute()
  await index('executions_by_trace').on('executions').columns(['tenant_id', 'trace_id']).execute()
  await index('audit_by_target').on('audit').columns(['tenant_id', 'target', 'at', 'id']).execute()
  await index('audit_by_trace').on('audit').columns(['tenant_id', 'trace_id', 'at']).execute()
}
