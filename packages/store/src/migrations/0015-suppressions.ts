import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** Findings that people suppressed in a skill. */
export const suppressions: Migration = {
  name: '0015-suppressions',
  up: async (db, types) => {
    await createTenantTable(db, types, {
      name: 'suppressions',
      columns: {
        id: 'text',
        subject: 'text',
        skill_id: 'text?',
        arrival_id: 'text?',
        slug: 'text',
        rule: 'text',
        severity: 'text',
        match: 'text',
        path: 'text',
        excerpt: 'text',
        reason: 'text',
        suppressed_by: 'text',
        suppressed_at: 'integer',
      },
      key: ['id'],
    })
    await db.schema
      .createIndex('suppressions_by_subject')
      .on('suppressions')
      .columns(['tenant_id', 'subject'])
      .execute()
  },
}
