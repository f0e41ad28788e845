import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** Apps that act for people by OAuth, each with a key, and the hashes of their tokens. */
export const connectedApps: Migration = {
  name: '0019-connected-apps',
  up: async (db, types) => {
    await createTenantTable(db, types, {
      name: 'connected_apps',
      columns: {
        id: 'text',
        user_id: 'text',
        client_id: 'text',
        name: 'text',
        host: 'text?',
        redirect_uri: 'text',
        scopes: 'text',
        resource: 'text',
        session_id: 'text?',
        created_at: 'integer',
        connected_at: 'integer?',
      },
      key: ['id'],
      parent: { table: 'api_keys', columns: ['id'], key: ['id'] },
    })
    await createTenantTable(db, types, {
      name: 'app_tokens',
      columns: {
        hash: 'text',
        app_id: 'text',
        kind: 'text',
        challenge: 'text',
        expires_at: 'integer',
        spent_at: 'integer?',
      },
      key: ['hash'],
      parent: { table: 'connected_apps', columns: ['app_id'], key: ['id'] },
    })
    await db.schema
      .createIndex('app_tokens_by_hash')
      .unique()
      .on('app_tokens')
      .column('hash')
      .execute()
    await db.schema
      .createIndex('app_tokens_by_app')
      .on('app_tokens')
      .columns(['tenant_id', 'app_id'])
      .execute()
  },
}
