import { type PackageApprovalStore, tenantNotFound } from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { toJson } from '../database/json.ts'

export function createPackageApprovalStore(db: TenantDatabase): PackageApprovalStore {
  return {
    approved: async (digests) => {
      if (digests.length === 0) return new Set()
      const rows = await db.read
        .selectFrom('package_approvals')
        .select('digest')
        .where('digest', 'in', [...digests])
        .execute()
      return new Set(rows.map(({ digest }) => digest))
    },
    add: ({ digest, kind, packages, approvedBy, approvedAt }) =>
      db.write(async (trx) => {
        const row = {
          ...{ digest, kind, packages: toJson(packages) },
          ...{ approved_by: approvedBy, approved_at: approvedAt },
        }
        const insert = trx.insertInto('package_approvals').values(row)
        await mapConstraintErrors(
          insert.onConflict((on) => on.columns(['tenant_id', 'digest']).doNothing()).execute(),
          { onMissingParent: () => tenantNotFound(db.tenantId) },
        )
      }),
  }
}
