import type { Generated } from 'kysely'

/** The column every tenant's row has. */
export interface TenantRow {
  tenant_id: Generated<string>
}
