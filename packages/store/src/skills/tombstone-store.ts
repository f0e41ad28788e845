import {
  type Clock,
  type DeletedSkill,
  notDeleted,
  pageOf,
  planRestore,
  type SkillId,
  type TombstoneStore,
  tombstoneExpiryCutoff,
  type UserId,
} from '@repertoire/core'
import type { SelectQueryBuilder } from 'kysely'
import type { TenantDatabase } from '../database/database.ts'
import { newestFirst } from '../database/pages.ts'
import type { Query, Work } from '../database/query.ts'
import type { Schema } from '../database/schema.ts'
import { lockTenant } from '../organisation/tenant-lock.ts'
import { concerns, skillsWithHead } from './skill-queries.ts'
import { changeableColumns, type SkillRow, toSkill } from './skill-rows.ts'
import { holderOf, recordChanges } from './skill-writes.ts'

export interface TombstoneStoreOptions {
  readonly db: TenantDatabase
  readonly clock: Clock
}

/** Deleted skills: rows of the same table that no other query sees. */
export function createTombstoneStore({ db, clock }: TombstoneStoreOptions): TombstoneStore {
  const one = async (query: Query, viewer: UserId, id: SkillId): Promise<DeletedSkill | null> => {
    const row = await kept(query, viewer, clock).where('skills.id', '=', id).executeTakeFirst()
    return row ? toDeleted(row) : null
  }
  return {
    list: async (viewer, { scope }, page) => {
      let query = kept(db.read, viewer, clock)
      if (scope !== undefined) query = query.where('skills.scope', '=', scope)
      const rows = await newestFirst(query, page, ['skills.deleted_at', 'skills.id'])
      return pageOf(rows.map(toDeleted), page.limit, (item) => [item.deletedAt, item.skill.id])
    },
    get: (viewer, id) => one(db.read, viewer, id),
    restore: (viewer, id, slug) =>
      db.write(async (trx, announce) => {
        await lockTenant(trx, db.tenantId)
        const deleted = await one(trx, viewer, id)
        const skill = deleted?.skill
        const slugHolder = skill ? await holderOf(trx, skill.scope, slug ?? skill.slug) : null
        const { after } = planRestore({ deleted, id, slug, slugHolder, now: clock.now() })
        await trx
          .updateTable('skills')
          .set({ ...changeableColumns(after), deleted_at: null, deleted_by: null })
          .where('id', '=', id)
          .execute()
        await recordChanges(trx, [id], announce)
        return after
      }),
    forget: (viewer, id) =>
      db.write(async (trx) => {
        await lockTenant(trx, db.tenantId)
        const deleted = await one(trx, viewer, id)
        if (!deleted) throw notDeleted(id)
        await removeForGood(trx, [deleted])
        return deleted
      }),
    purge: (upTo, limit) =>
      db.write(async (trx) => {
        await lockTenant(trx, db.tenantId)
        const rows = await deletedSkills(trx)
          .where('skills.deleted_at', '<=', upTo)
          .orderBy('skills.deleted_at')
          .orderBy('skills.id')
          .limit(limit)
          .execute()
        const over = rows.map(toDeleted)
        await removeForGood(trx, over)
        return over
      }),
  }
}

type DeletedRow = SkillRow & {
  readonly deleted_at: number | null
  readonly deleted_by: string | null
}

function deletedSkills(db: Query): SelectQueryBuilder<Schema, 'skills' | 'revisions', DeletedRow> {
  return skillsWithHead(db)
    .select(['skills.deleted_at', 'skills.deleted_by'])
    .where('skills.deleted_at', 'is not', null)
}

/** The viewer's to see, and not over. */
function kept(db: Query, viewer: UserId, clock: Clock) {
  return deletedSkills(db)
    .where(concerns(viewer))
    .where('skills.deleted_at', '>', tombstoneExpiryCutoff(clock.now()))
}

/** Revisions, tags and secrets belong to their skill and go with it. */
async function removeForGood(trx: Work, deleted: readonly DeletedSkill[]): Promise<void> {
  if (deleted.length === 0) return
  const ids = deleted.map(({ skill }) => skill.id)
  await trx.deleteFrom('skills').where('id', 'in', ids).execute()
}

function toDeleted(row: DeletedRow): DeletedSkill {
  return {
    skill: toSkill(row),
    deletedAt: row.deleted_at ?? 0,
    deletedBy: (row.deleted_by ?? '') as UserId,
  }
}
