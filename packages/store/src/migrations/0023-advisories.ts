import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** Signed lists of revoked contents, and what owners decided against them. */
export const advisories: Migration = {
  name: '0023-advisories',
  up: async (db, types) => {
    await createTenantTable(db, types, {
      name: 'advisory_lists',
      columns: {
        owner: 'text',
        url: 'text',
        signer: 'text',
        serial: 'integer?',
        content: 'text?',
        sha256: 'text?',
        taken_at: 'integer?',
        checked_at: 'integer?',
        problem: 'text?',
      },
      key: ['owner'],
    })
    await createTenantTable(db, types, {
      name: 'advisory_exceptions',
      columns: {
        digest: 'text',
        advisory_ids: 'text',
        reason: 'text',
        excepted_by: 'text',
        excepted_at: 'integer',
      },
      key: ['digest'],
    })
    await db.schema
      .createIndex('usage_contributions_by_digest')
      .on('usage_contributions')
      .columns(['tenant_id', 'digest'])
      .execute()
  },
}
