import type { Sha256, SkillId, UserId } from '@repertoire/core/base'
import {
  type ActiveSkill,
  type Revision,
  type Skill,
  withdrawalReason,
} from '@repertoire/core/domain'
import { checkVersion, planSave, planUpdate } from '@repertoire/core/keep'
import {
  type BlobStore,
  type Clock,
  type IdSource,
  type SkillStore,
  skillNotFound,
} from '@repertoire/core/ports'
import { insertAll } from '../database/bulk-insert.ts'
import { cachedQuery } from '../database/cached-query.ts'
import type { TenantDatabase } from '../database/database.ts'
import { fromJson } from '../database/json.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { Transaction } from '../database/query.ts'
import { lockTenant } from '../database/tenant-lock.ts'
import { findRevoked } from './reject-revoked.ts'
import { readStored, skillFileName, storeFiles } from './skill-files.ts'
import { countSkills, listSkills } from './skill-list.ts'
import {
  contentByDigest,
  countTags,
  findSkill,
  findSkills,
  headsFrom,
  listChangesUnder,
  listRevisions,
  manifestByDigest,
  searchableFrom,
  searchableOf,
  skillById,
  skillBySlug,
  skillsMadeBy,
  visibleTo,
} from './skill-queries.ts'
import {
  applyWrites,
  changeKeyRows,
  findSlugHolder,
  findSlugHolders,
  recordChanges,
  slugsOf,
} from './skill-writes.ts'

export interface SkillStoreOptions {
  readonly db: TenantDatabase
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
}

const changeHead = cachedQuery(
  preparedQuery([], (db) => db.selectFrom('tenants').select('change_seq')),
  (row) => row.change_seq,
)

export function createSkillStore(options: SkillStoreOptions): SkillStore {
  const { db } = options
  return {
    ...writing(options),
    ...reading(options),
    listByProvenance: (provenance, after, limit) =>
      skillsMadeBy(db.read, provenance, { after, limit }),
    indexable: (after, limit) => searchableFrom(db.read, after, limit),
    heads: (after, limit) => headsFrom(db.read, after, limit),
    indexableById: (ids) => searchableOf(db.read, ids),
    changesAfter: async (seq, limit) => {
      const rows = await db.read
        .selectFrom('skill_changes')
        .select(['seq', 'skill_id'])
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ seq: row.seq, skillId: row.skill_id as SkillId }))
    },
    lastChangeSeq: async () => (await db.one(changeHead, {})) ?? 0,
  }
}

function writing(options: SkillStoreOptions): Pick<SkillStore, 'save' | 'update' | 'remove'> {
  const { db, clock, ids } = options
  const files = { ...options, tenantId: db.tenantId }
  return {
    save: async (arrivals, mode) => {
      await storeFiles(arrivals, files)
      return db.write(async (trx, notify) => {
        await lockTenant(trx, db.tenantId)
        const now = clock.now()
        const plan = planSave({
          arrivals,
          mode,
          existing: await findSlugHolders(trx, slugsOf(arrivals)),
          now,
          newId: () => ids.next('skl') as SkillId,
        })
        await applyWrites(trx, plan.writes, { db, notify, now })
        return plan.outcomes
      })
    },
    update: async (viewer, id, change, expectedVersion) => {
      if (change.arrival) await storeFiles([change.arrival], files)
      return db.write(async (trx, notify) => {
        const before = await lockedSkill(trx, { db, viewer, id })
        const { slug } = change
        const slugHolder = slug === undefined ? null : await findSlugHolder(trx, before.scope, slug)
        const now = clock.now()
        const write = planUpdate({ before, change, expectedVersion, slugHolder, now })
        if (write.after !== before) await applyWrites(trx, [write], { db, notify, now })
        return write.after
      })
    },
    remove: (viewer, id, expectedVersion, changeKey) =>
      db.write(async (trx, notify) => {
        const after = await lockedSkill(trx, { db, viewer, id })
        checkVersion(after, expectedVersion)
        await insertAll(trx, 'skill_change_keys', changeKeyRows({ after, changeKey }))
        await trx
          .updateTable('skills')
          .set({ deleted_at: clock.now(), deleted_by: viewer })
          .where('id', '=', id)
          .execute()
        await recordChanges(trx, [id], notify)
      }),
  }
}

type Reading = Pick<
  SkillStore,
  | 'get'
  | 'getMany'
  | 'findBySlug'
  | 'list'
  | 'counts'
  | 'tags'
  | 'revisions'
  | 'content'
  | 'file'
  | 'withdrawn'
  | 'changesUnder'
>

function reading({ db, blobs }: SkillStoreOptions): Reading {
  return {
    get: (viewer, id) => db.one(skillById, { viewer, id }),
    getMany: (viewer, ids) => findSkills(db, viewer, ids),
    findBySlug: (viewer, slug) => db.one(skillBySlug, { viewer, slug }),
    list: (viewer, filter, page) => listSkills(db.read, { viewer, filter, page }),
    counts: (viewer, filters) => countSkills(db.read, viewer, filters),
    tags: (viewer, scope) => countTags(db.read, viewer, scope),
    revisions: (viewer, id) => listRevisions(db.read, viewer, id),
    content: (viewer, id, digest) => db.one(contentByDigest, { viewer, id, digest }),
    file: async (viewer, id, digest, path) => {
      if (path === skillFileName) {
        const content = await db.one(contentByDigest, { viewer, id, digest })
        return content && new TextEncoder().encode(content.source)
      }
      const [row] = await db.rows(manifestByDigest, { viewer, id, digest })
      const manifest = row ? fromJson<Revision['manifest']>(row.manifest) : []
      const entry = manifest.find((one) => one.path === path)
      return entry ? readStored(blobs, db.tenantId, entry) : null
    },
    changesUnder: (key) => listChangesUnder(db.read, key),
    withdrawn: async (viewer, active) => {
      const found = await switchesOf(db, viewer, active)
      const digests = [...new Set(active.map(({ digest }) => digest))]
      const revoked = await findRevoked(db.read, digests)
      return active.flatMap((one) => {
        const skill = found.get(one.skillId) ?? null
        const reason = withdrawalReason(skill, revoked.has(one.digest))
        return reason ? [{ ...one, reason }] : []
      })
    },
  }
}

async function lockedSkill(
  trx: Transaction,
  { db, viewer, id }: { db: TenantDatabase; viewer: UserId; id: SkillId },
): Promise<Skill> {
  await lockTenant(trx, db.tenantId)
  const skill = await findSkill(trx, viewer, id)
  if (!skill) throw skillNotFound(id)
  return skill
}

/** Whether they are enabled and archived, of those that the viewer sees. */
async function switchesOf(
  db: TenantDatabase,
  viewer: UserId,
  active: readonly Pick<ActiveSkill, 'skillId'>[],
): Promise<ReadonlyMap<string, Pick<Skill, 'enabled' | 'archivedAt'>>> {
  if (active.length === 0) return new Map()
  const rows = await db.read
    .selectFrom('skills')
    .select(['skills.id', 'skills.enabled', 'skills.archived_at as archivedAt'])
    .where('skills.id', 'in', [...new Set(active.map((skill) => skill.skillId))])
    .where(visibleTo(viewer))
    .execute()
  return new Map(
    rows.map(({ id, enabled, archivedAt }) => [id, { enabled: enabled === 1, archivedAt }]),
  )
}
