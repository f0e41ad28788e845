import type { Migration } from './migration.ts'

/** Programs that ask for a key by a short code. Of no organisation: whoever answers decides whose key it is. */
export const deviceLogins: Migration = {
  name: '0021-device-logins',
  up: async (db, types) => {
    await db.schema
      .createTable('device_logins')
      .addColumn('code_hash', types.text, (column) => column.primaryKey())
      .addColumn('user_code', types.text, (column) => column.notNull().unique())
      .addColumn('name', types.text, (column) => column.notNull())
      .addColumn('address', types.text, (column) => column.notNull())
      .addColumn('scopes', types.text)
      .addColumn('key_public_id', types.text, (column) => column.notNull())
      .addColumn('key_hash', types.text, (column) => column.notNull())
      .addColumn('requested_at', types.integer, (column) => column.notNull())
      .addColumn('expires_at', types.integer, (column) => column.notNull())
      .addColumn('answer', types.text)
      .execute()
  },
}
