import type { Generated } from 'kysely'

/** What every row of a tenant begins with. */
export interface TenantRow {
  tenant_id: Generated<string>
}
