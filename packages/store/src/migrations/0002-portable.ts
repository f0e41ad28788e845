import { createIntegrationTables } from './0002-integrations.ts'
import { createProposalTables } from './0002-proposals.ts'
import { addSkillUsage } from './0002-skill-usage.ts'
import { createWorkspaceTables } from './0002-workspace.ts'
import type { Migration } from './migration.ts'

/** Tables for portable skills: usage and archive of skills, workspaces, proposals, integrations. */
export const portable: Migration = {
  name: '0002-portable',
  up: async (db, types) => {
    await createIntegrationTables(db, types)
    await createProposalTables(db, types)
    await addSkillUsage(db, types)
    await createWorkspaceTables(db, types)
  },
}
