import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** Lists of packages that an owner or admin let scripts have. */
export const packageApprovals: Migration = {
  name: '0005-package-approvals',
  up: async (db, types) => {
    await createTenantTable(db, types, {
      name: 'package_approvals',
      columns: {
        digest: 'text',
        kind: 'text',
        packages: 'text',
        approved_by: 'text',
        approved_at: 'integer',
      },
      key: ['digest'],
    })
  },
}
