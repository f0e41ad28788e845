import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** What people said about findings: a yes to a content, and where a rule is wrong for a skill. */
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
    await createTenantTable(db, types, {
      name: 'suppressions',
      columns: {
        id: 'text',
        skill_id: 'text?',
        source_id: 'text?',
        entry_id: 'text?',
        rule: 'text',
        texts: 'text',
        reason: 'text',
        suppressed_by: 'text',
        suppressed_at: 'integer',
      },
      key: ['id'],
    })
  },
}
