import type { SkillId, UserId } from '@repertoire/core/base'
import { isInScope } from '@repertoire/core/domain'
import { type SkillSecretStore, skillNotFound } from '@repertoire/core/ports'
import type { ExpressionBuilder } from 'kysely'
import { changesRow } from '../database/changes-row.ts'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import type { Schema } from '../database/schema.ts'
import { lockTenant } from '../database/tenant-lock.ts'
import { selectSkills } from './skill-queries.ts'
import { toSkill } from './skill-rows.ts'

/** Secrets of skills. Callers encrypt them; they are deleted with their skill. */
export function createSkillSecretStore(db: TenantDatabase): SkillSecretStore {
  return {
    list: async (skillId) => {
      const rows = await db.read
        .selectFrom('skill_secrets')
        .select(['name', 'updated_at', 'updated_by'])
        .where('skill_id', '=', skillId)
        .where(skillIsNotDeleted)
        .orderBy('name')
        .execute()
      return rows.map((row) => ({
        name: row.name,
        updatedAt: row.updated_at,
        updatedBy: row.updated_by as UserId,
      }))
    },
    names: async () => {
      const rows = await db.read
        .selectFrom('skill_secrets')
        .select(['skill_id', 'name'])
        .where(skillIsNotDeleted)
        .orderBy('skill_id')
        .orderBy('name')
        .execute()
      return rows.map(({ skill_id, name }) => ({ skillId: skill_id as SkillId, name }))
    },
    encrypted: (skillId) =>
      db.read
        .selectFrom('skill_secrets')
        .select(['name', 'sealed as encrypted'])
        .where('skill_id', '=', skillId)
        .where(skillIsNotDeleted)
        .orderBy('name')
        .execute(),
    put: (skillId, { name, encrypted, updatedAt, updatedBy }, scope) =>
      db.write(async (trx) => {
        // Orders this among moves of the skill to the organisation, which take no secret along.
        await lockTenant(trx, db.tenantId)
        const row = await selectSkills(trx).where('skills.id', '=', skillId).executeTakeFirst()
        if (!row || !isInScope(toSkill(row), scope)) throw skillNotFound(skillId)
        const change = { sealed: encrypted, updated_at: updatedAt, updated_by: updatedBy }
        const written = trx
          .insertInto('skill_secrets')
          .values({ skill_id: skillId, name, ...change })
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'skill_id', 'name']).doUpdateSet(change),
          )
          .execute()
        await mapConstraintErrors(written, { onMissingParent: () => skillNotFound(skillId) })
      }),
    remove: (skillId, name) =>
      changesRow(db, (trx) =>
        trx
          .deleteFrom('skill_secrets')
          .where('skill_id', '=', skillId)
          .where('name', '=', name)
          .where(skillIsNotDeleted)
          .returning('name'),
      ),
  }
}

/** The secrets of a deleted skill are hidden until it is restored. */
function skillIsNotDeleted({ exists, selectFrom }: ExpressionBuilder<Schema, 'skill_secrets'>) {
  return exists(
    selectFrom('skills')
      .select('skills.id')
      .whereRef('skills.id', '=', 'skill_secrets.skill_id')
      .where('skills.deleted_at', 'is', null),
  )
}
