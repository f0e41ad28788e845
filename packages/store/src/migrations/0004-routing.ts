import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** What a package says of its routing beside SKILL.md (E1). */
export async function addSidecar(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('revisions').addColumn('sidecar', types.text).execute()
}

/** What an agent has of its own in how skills are chosen for it (E2). */
export async function addAgentRouting(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('agents').addColumn('routing', types.text).execute()
}
