import { type Kysely, sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The column `prefix` held the beginning of each secret. It now holds a public id, which older keys do not have. */
export const publicKeyIds: Migration = {
  name: '0005-public-key-ids',
  up: async (db: Kysely<unknown>) => {
    await sql`update api_keys set prefix = ''`.execute(db)
  },
}
