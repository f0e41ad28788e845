import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

/** Integrations that are set up. The key allows one per domain and scope. */
export async function createIntegrationTables(
  db: Kysely<unknown>,
  types: ColumnTypes,
): Promise<void> {
  await createTenantTable(db, types, {
    name: 'integration_entries',
    columns: {
      domain: 'text',
      // Empty for the organisation's: key columns cannot be null.
      user_id: 'text',
      id: 'text',
      version: 'text',
      set_up_by: 'text',
      set_up_at: 'integer',
      projections: 'text',
    },
    key: ['domain', 'user_id'],
  })
}
