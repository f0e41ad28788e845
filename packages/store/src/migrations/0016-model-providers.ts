import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** The model providers of an organisation, with their encrypted keys. */
export const modelProviders: Migration = {
  name: '0016-model-providers',
  up: (db, types) =>
    createTenantTable(db, types, {
      name: 'model_providers',
      columns: {
        id: 'text',
        name: 'text',
        kind: 'text',
        base_url: 'text?',
        encrypted_key: 'text?',
        key_ending: 'text?',
        key_set_at: 'integer?',
        models: 'text',
        last_test: 'text?',
        created_by: 'text',
        created_at: 'integer',
        updated_at: 'integer',
        version: 'integer',
      },
      key: ['id'],
    }),
}
