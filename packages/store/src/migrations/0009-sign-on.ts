import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/**
 * People of identity providers, and when a login proved who somebody is. An identity is not a row of its member,
 * because it keeps a removed person out.
 */
export const signOn: Migration = {
  name: '0009-sign-on',
  up: async (db: Kysely<unknown>, types: ColumnTypes) => {
    await createTenantTable(db, types, {
      name: 'sign_on_identities',
      columns: {
        issuer: 'text',
        subject: 'text',
        id: 'text',
        user_id: 'text',
        provider: 'text',
        label: 'text',
        created_at: 'integer',
      },
      key: ['issuer', 'subject'],
    })
    await db.schema
      .alterTable('login_sessions')
      .addColumn('authenticated_at', types.integer)
      .execute()
    await sql`update login_sessions set authenticated_at = created_at`.execute(db)
  },
}
