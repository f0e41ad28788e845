import { type SkillSecretStore, skillNotFound, type UserId } from '@repertoire/core'
import type { TenantDatabase } from '../database/database.ts'
import { explaining } from '../database/failure.ts'

/** Secrets of skills, sealed before they get here; they go with their skill. */
export function createSkillSecretStore(db: TenantDatabase): SkillSecretStore {
  return {
    list: async (skillId) => {
      const rows = await db.read
        .selectFrom('skill_secrets')
        .select(['name', 'updated_at', 'updated_by'])
        .where('skill_id', '=', skillId)
        .orderBy('name')
        .execute()
      return rows.map((row) => ({
        name: row.name,
        updatedAt: row.updated_at,
        updatedBy: row.updated_by as UserId,
      }))
    },
    sealed: (skillId) =>
      db.read
        .selectFrom('skill_secrets')
        .select(['name', 'sealed'])
        .where('skill_id', '=', skillId)
        .orderBy('name')
        .execute(),
    put: (skillId, { name, sealed, updatedAt, updatedBy }) =>
      db.write(async (trx) => {
        const change = { sealed, updated_at: updatedAt, updated_by: updatedBy }
        const written = trx
          .insertInto('skill_secrets')
          .values({ skill_id: skillId, name, ...change })
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'skill_id', 'name']).doUpdateSet(change),
          )
          .execute()
        await explaining(written, { missing: () => skillNotFound(skillId) })
      }),
    remove: (skillId, name) =>
      db.write(async (trx) => {
        const removed = await trx
          .deleteFrom('skill_secrets')
          .where('skill_id', '=', skillId)
          .where('name', '=', name)
          .returning('name')
          .executeTakeFirst()
        return removed !== undefined
      }),
  }
}
