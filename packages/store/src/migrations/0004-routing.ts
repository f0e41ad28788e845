import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** The routing metadata of a package, from SKILL.config.json. */
export async function addSidecar(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('revisions').addColumn('sidecar', types.text).execute()
}

/** An agent's own routing settings. */
export async function addAgentRouting(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('agents').addColumn('routing', types.text).execute()
}
