import type { SkillId, UserId } from '@repertoire/core/base'
import type { DeletedSkill } from '@repertoire/core/domain'
import { notDeleted, personOf, planRestore, tombstoneExpiryCutoff } from '@repertoire/core/keep'
import { type BlobStore, type Clock, pageOf, type TombstoneStore } from '@repertoire/core/ports'
import type { SelectQueryBuilder } from 'kysely'
import type { TenantDatabase } from '../database/database.ts'
import { fetchLatest } from '../database/pages.ts'
import type { QueryExecutor, Transaction } from '../database/query.ts'
import type { Schema } from '../database/schema.ts'
import { lockTenant } from '../database/tenant-lock.ts'
import { enforceQuota } from '../quotas/enforce-quota.ts'
import { rejectRevokedWrites } from './reject-revoked.ts'
import { readStored, skillFileName } from './skill-files.ts'
import { isInScopeOf, skillsWithHead } from './skill-queries.ts'
import { mutableColumns, type SkillRow, toSkill } from './skill-rows.ts'
import { findSlugHolder, recordChanges } from './skill-writes.ts'

export interface TombstoneStoreOptions {
  readonly db: TenantDatabase
  readonly clock: Clock
  readonly blobs: BlobStore
}

/** Deleted skills: rows of the same table that other queries filter out. */
export function createTombstoneStore({ db, clock, blobs }: TombstoneStoreOptions): TombstoneStore {
  const findDeleted = async (
    query: QueryExecutor,
    viewer: UserId,
    id: SkillId,
  ): Promise<DeletedSkill | null> => {
    const row = await selectRestorable(query, viewer, clock)
      .where('skills.id', '=', id)
      .executeTakeFirst()
    return row ? toDeleted(row) : null
  }
  return {
    list: async (viewer, { scope }, page) => {
      let query = selectRestorable(db.read, viewer, clock)
      if (scope !== undefined) query = query.where('skills.scope', '=', scope)
      const rows = await fetchLatest(query, page, ['skills.deleted_at', 'skills.id'])
      return pageOf(rows.map(toDeleted), page.limit, (item) => [item.deletedAt, item.skill.id])
    },
    get: (viewer, id) => findDeleted(db.read, viewer, id),
    file: async (viewer, id, digest, path) => {
      const deleted = await findDeleted(db.read, viewer, id)
      const entry = deleted?.skill.head.manifest.find((one) => one.path === path)
      if (!entry || deleted?.skill.head.digest !== digest) return null
      if (path !== skillFileName) return readStored(blobs, db.tenantId, entry)
      const { source } = await db.read
        .selectFrom('revisions')
        .where('skill_id', '=', id)
        .where('digest', '=', digest)
        .select('source')
        .limit(1)
        .executeTakeFirstOrThrow()
      return new TextEncoder().encode(source)
    },
    restore: (viewer, id, slug) =>
      db.write(async (trx, notify) => {
        await lockTenant(trx, db.tenantId)
        const deleted = await findDeleted(trx, viewer, id)
        const skill = deleted?.skill
        const slugHolder = skill ? await findSlugHolder(trx, skill.scope, slug ?? skill.slug) : null
        const now = clock.now()
        const write = planRestore({ deleted, id, slug, slugHolder, now })
        await rejectRevokedWrites(trx, [{ ...write, before: null }])
        const { after } = write
        const person = personOf(after.scope)
        await enforceQuota(trx, db, { quota: 'skills', person, adding: 1, now })
        await trx
          .updateTable('skills')
          .set({ ...mutableColumns(after), deleted_at: null, deleted_by: null })
          .where('id', '=', id)
          .execute()
        await recordChanges(trx, [id], notify)
        return after
      }),
    forget: (viewer, id) =>
      db.write(async (trx) => {
        await lockTenant(trx, db.tenantId)
        const deleted = await findDeleted(trx, viewer, id)
        if (!deleted) throw notDeleted(id)
        await deletePermanently(trx, [deleted])
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
        const expired = rows.map(toDeleted)
        await deletePermanently(trx, expired)
        return expired
      }),
  }
}

type DeletedRow = SkillRow & {
  readonly deleted_at: number | null
  readonly deleted_by: string | null
}

function deletedSkills(
  db: QueryExecutor,
): SelectQueryBuilder<Schema, 'skills' | 'revisions', DeletedRow> {
  return skillsWithHead(db)
    .select(['skills.deleted_at', 'skills.deleted_by'])
    .where('skills.deleted_at', 'is not', null)
}

/** Visible to the viewer and not expired. */
function selectRestorable(db: QueryExecutor, viewer: UserId, clock: Clock) {
  return deletedSkills(db)
    .where(isInScopeOf(viewer))
    .where('skills.deleted_at', '>', tombstoneExpiryCutoff(clock.now()))
}

/** Revisions, tags and secrets are deleted with their skill. */
async function deletePermanently(
  trx: Transaction,
  deleted: readonly DeletedSkill[],
): Promise<void> {
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
