import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** A person's yes to a content whose findings they saw. */
export const acknowledgements: Migration = {
  name: '0013-acknowledgements',
  up: async (db, types) => {
    await createTenantTable(db, types, {
      name: 'acknowledgements',
      columns: {
        digest: 'text',
        verdict: 'text',
        findings: 'text',
        reason: 'text',
        acknowledged_by: 'text',
        acknowledged_at: 'integer',
        for_all: 'integer',
      },
      key: ['digest', 'acknowledged_by'],
    })
  },
}
