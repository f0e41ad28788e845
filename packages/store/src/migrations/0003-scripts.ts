import { createAgentTables } from './0003-agents.ts'
import { createExecutionTables } from './0003-executions.ts'
import type { Migration } from './migration.ts'

/** Tables for packages with scripts: agents and executions. */
export const scripts: Migration = {
  name: '0003-scripts',
  up: async (db, types) => {
    await createAgentTables(db, types)
    await createExecutionTables(db, types)
  },
}
