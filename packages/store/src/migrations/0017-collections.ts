import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** Named sets of skills that stock clients take. */
export const collections: Migration = {
  name: '0017-collections',
  up: async (db, types) => {
    await createTenantTable(db, types, {
      name: 'collections',
      columns: {
        id: 'text',
        slug: 'text',
        description: 'text',
        selection: 'text',
        audience: 'text',
        token_hash: 'text?',
        token_made_at: 'integer?',
        seen: 'text',
        created_by: 'text',
        created_at: 'integer',
        updated_at: 'integer',
      },
      key: ['id'],
    })
    await db.schema
      .createIndex('collections_by_slug')
      .unique()
      .on('collections')
      .columns(['tenant_id', 'slug'])
      .execute()
    await db.schema
      .createIndex('collections_by_token')
      .unique()
      .on('collections')
      .column('token_hash')
      .execute()
  },
}
