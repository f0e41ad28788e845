import type { Migration } from './migration.ts'

/** What waits for one person among many, and the audit log of one action or one person, in the order of their lists. */
export const listIndexes: Migration = {
  name: '0030-list-indexes',
  up: async (db) => {
    const index = (name: string) => db.schema.createIndex(name)
    await index('approvals_of_person')
      .on('approvals')
      .columns(['tenant_id', 'requested_by', 'status', 'requested_at', 'id'])
      .execute()
    await index('audit_by_action')
      .on('audit')
      .columns(['tenant_id', 'action', 'at', 'id'])
      .execute()
    await index('audit_by_actor').on('audit').columns(['tenant_id', 'actor', 'at', 'id']).execute()
  },
}
