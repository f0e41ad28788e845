import { createConversationTables } from './0001-conversations.ts'
import { createOrganisationTables } from './0001-organisation.ts'
import { createSkillTables } from './0001-skills.ts'
import type { Migration } from './migration.ts'

/** Everything the first release keeps. */
export const foundation: Migration = {
  name: '0001-foundation',
  up: async (db, types) => {
    await createOrganisationTables(db, types)
    await createSkillTables(db, types)
    await createConversationTables(db, types)
  },
}
