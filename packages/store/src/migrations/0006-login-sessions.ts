import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import type { Migration } from './migration.ts'

/** What a person recognises a login by. Existing logins keep working, under an id from the hash of their token. */
export const loginSessions: Migration = {
  name: '0006-login-sessions',
  up: async (db: Kysely<unknown>, types: ColumnTypes) => {
    for (const name of ['id', 'user_agent', 'address']) {
      await db.schema
        .alterTable('login_sessions')
        .addColumn(name, types.text, (column) => column.notNull().defaultTo(''))
        .execute()
    }
    await db.schema.alterTable('login_sessions').addColumn('last_used_at', types.integer).execute()
    await sql`update login_sessions set id = 'ses_' || substr(token_hash, 1, 20)`.execute(db)
  },
}
