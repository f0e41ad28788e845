import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** The connectors that owners of an organisation added, with their encrypted headers. */
export const connectors: Migration = {
  name: '0028-connectors',
  up: (db, types) =>
    createTenantTable(db, types, {
      name: 'connectors',
      columns: {
        name: 'text',
        title: 'text',
        description: 'text',
        url: 'text',
        headers: 'text',
        open_world: 'integer?',
        created_by: 'text',
        created_at: 'integer',
        updated_at: 'integer',
        version: 'integer',
      },
      key: ['name'],
    }),
}
