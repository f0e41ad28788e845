import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { createTenantTable } from './tables.ts'

/** Idempotency keys of calls that changed the library, with their result. */
export async function createChangeKeys(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await createTenantTable(db, types, {
    name: 'skill_change_keys',
    columns: {
      change_key: 'text',
      skill_id: 'text',
      slug: 'text',
      number: 'integer',
      digest: 'text',
    },
    key: ['change_key'],
    parent: { table: 'skills', columns: ['skill_id'], key: ['id'] },
  })
}
