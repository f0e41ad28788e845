import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** WebAuthn credentials of people, and the time of the newest challenge that was answered with each. */
export const passkeys: Migration = {
  name: '0009-passkeys',
  up: async (db: Kysely<unknown>, types: ColumnTypes) => {
    await createTenantTable(db, types, {
      name: 'passkeys',
      columns: {
        id: 'text',
        user_id: 'text',
        credential_id: 'text',
        public_key: 'text',
        name: 'text',
        created_at: 'integer',
        last_used_at: 'integer?',
        challenged_at: 'integer',
        login_key_id: 'text?',
      },
      key: ['id'],
      parent: { table: 'members', columns: ['user_id'], key: ['id'] },
    })
    await db.schema
      .createIndex('passkeys_credential_id')
      .unique()
      .on('passkeys')
      .column('credential_id')
      .execute()
  },
}
