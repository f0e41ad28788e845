import { createAuthoredTables } from './0004-authored.ts'
import { createChangeKeys } from './0004-change-keys.ts'
import { changeExecutions } from './0004-executions.ts'
import { createGrantTable } from './0004-grants.ts'
import { createMemoryTable } from './0004-observations.ts'
import { addAgentRouting, addSidecar } from './0004-routing.ts'
import { createTriggerTables } from './0004-signals.ts'
import { addTombstones } from './0004-tombstones.ts'
import type { Migration } from './migration.ts'

/** Tables for writing skills together: authored tools, tombstones, memories, grants, triggers. */
export const library: Migration = {
  name: '0004-library',
  up: async (db, types) => {
    await createAuthoredTables(db, types)
    await addTombstones(db, types)
    await createChangeKeys(db, types)
    await createMemoryTable(db, types)
    await changeExecutions(db, types)
    await addSidecar(db, types)
    await createGrantTable(db, types)
    await createTriggerTables(db, types)
    await addAgentRouting(db, types)
  },
}
