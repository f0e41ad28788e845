import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Skills by their last change, the newest first, in the order of their list. */
export const changedSkills: Migration = {
  name: '0033-changed-skills',
  up: async (db) => {
    await sql`create index skills_by_change on skills (tenant_id, (- updated_at), slug, id)`.execute(
      db,
    )
  },
}
