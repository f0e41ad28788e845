import type { PendingRevisionId, RevisionDigest, UserId } from '@repertoire/core/base'
import {
  isVisibleRevision,
  type ManifestEntry,
  type OfferedSkill,
  type PendingRevision,
  type ReviewAudience,
  type ReviewState,
  type SkillScopeKind,
} from '@repertoire/core/domain'
import {
  pageOf,
  type ReviewDecision,
  type ReviewFilter,
  type ReviewStore,
} from '@repertoire/core/ports'
import type { ExpressionBuilder } from 'kysely'
import { writeAudit } from '../audit/audit-chain-rows.ts'
import type { TenantDatabase } from '../database/database.ts'
import { fetchLatest } from '../database/pages.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { Transaction } from '../database/query.ts'
import type { Schema } from '../database/schema.ts'
import { lockTenant } from '../database/tenant-lock.ts'
import { readStored, skillFileName, storeFiles } from '../skills/skill-files.ts'
import { createAcceptedFindings } from './accepted-findings.ts'
import {
  headColumns,
  pendingRevisionRow,
  toHead,
  toPendingRevision,
} from './pending-revision-rows.ts'
import {
  addPendingRevisions,
  type PendingWriteOptions,
  planPendingApproval,
  storePendingFiles,
  writePlan,
} from './pending-revision-writes.ts'
import { isVisibleTo } from './review-visibility.ts'
import { createRevocations } from './revocations.ts'
import { createSuppressions } from './suppressions.ts'
import { createTrustReports } from './trust-reports.ts'

export function createReviewStore(options: PendingWriteOptions): ReviewStore {
  return {
    ...reading(options),
    ...deciding(options),
    ...createTrustReports(options.db),
    ...createRevocations(options),
    ...createAcceptedFindings(options.db),
    ...createSuppressions(options.db),
  }
}

/** Asked for every entry of a sync. */
const rejectedOfDigest = preparedQuery(
  ['digest'],
  (db, { digest }: { readonly digest: RevisionDigest }) =>
    db
      .selectFrom('held_arrivals')
      .select('id')
      .where('state', '=', 'rejected')
      .where('proposed_for', '=', '')
      .where('digest', '=', digest)
      .limit(1),
)

type Reading = Pick<
  ReviewStore,
  | 'get'
  | 'list'
  | 'countPending'
  | 'files'
  | 'file'
  | 'isRejected'
  | 'approvers'
  | 'approvedContents'
>

/** What a person approved for the organisation. */
function approvedForAll({ read }: PendingWriteOptions['db']) {
  return read
    .selectFrom('held_arrivals')
    .where('state', '=', 'approved')
    .where('decided_by', 'is not', null)
    .where((eb) => eb.or([eb('skill_scope', 'is', null), eb('skill_scope', '=', 'org')]))
}

function reading({ db, blobs }: PendingWriteOptions): Reading {
  const bytesOf = (held: PendingRevision, entry: ManifestEntry) =>
    entry.path === skillFileName
      ? new TextEncoder().encode(held.skillMd)
      : readStored(blobs, db.tenantId, entry)
  return {
    get: (id, audience) => findVisible(db, id, audience),
    list: async (filter, page) => {
      const rows = await fetchLatest(filtered(db, filter).select(headColumns), page)
      return pageOf(rows.map(toHead), page.limit, ({ createdAt, id }) => [createdAt, id])
    },
    countPending: async (audience) => {
      const row = await db.read
        .selectFrom('held_arrivals')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .where('state', '=', 'held')
        .where(isVisibleTo(audience))
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },
    files: async (id, audience) => {
      const held = await findVisible(db, id, audience)
      if (!held) return null
      return Promise.all(
        held.manifest.map(async (entry) => ({
          ...{ path: entry.path, executable: entry.executable, bytes: await bytesOf(held, entry) },
        })),
      )
    },
    file: async (id, audience, path) => {
      const held = await findVisible(db, id, audience)
      const entry = held?.manifest.find((one) => one.path === path)
      return held && entry ? bytesOf(held, entry) : null
    },
    isRejected: async (digest) => (await db.rows(rejectedOfDigest, { digest })).length > 0,
    approvedContents: async (limit) => {
      const rows = await approvedForAll(db)
        .select((eb) => ['digest', 'decided_by', eb.fn.max('decided_at').as('decided_at')])
        .groupBy(['digest', 'decided_by'])
        .orderBy('decided_at', 'desc')
        .orderBy('digest')
        .limit(limit)
        .execute()
      return rows.map(({ digest, decided_by }) => ({
        digest: digest as RevisionDigest,
        by: decided_by as UserId,
      }))
    },
    approvers: async (digest) => {
      const rows = await approvedForAll(db)
        .select('decided_by')
        .distinct()
        .where('digest', '=', digest)
        .orderBy('decided_by')
        .execute()
      return rows.map(({ decided_by }) => decided_by as UserId)
    },
  }
}

type Deciding = Pick<ReviewStore, 'hold' | 'approve' | 'rejudge' | 'decide' | 'dropRejected'>

function deciding(options: PendingWriteOptions): Deciding {
  const { db, blobs, sha256 } = options
  const changed = { kind: 'sources', tenantId: db.tenantId } as const
  return {
    hold: async (items) => {
      await storePendingFiles(items, options)
      await db.write(async (trx, notify) => {
        await lockTenant(trx, db.tenantId)
        await addPendingRevisions(trx, items, options)
        notify(changed)
      })
    },
    approve: async (id, { arrival, expectedHead, enable, auditOf, ...decision }) => {
      await storeFiles([arrival], { tenantId: db.tenantId, blobs, sha256 })
      return db.write(async (trx, notify) => {
        await lockTenant(trx, db.tenantId)
        const before = await findHeld({ read: trx }, id)
        if (before?.state !== 'held') return { status: 'decided' }
        const plan = await planPendingApproval(trx, {
          held: before,
          arrival,
          expectedHead,
          enable,
          options,
        })
        if (plan.status === 'stale' && before.proposal) {
          await settle(trx, before, { ...decision, to: 'stale', skillId: before.skillId })
          notify(changed)
        }
        if (plan.status !== 'approved') return plan
        const { skill } = plan
        const scope = before.proposal && skill.scope.kind
        const settled = { ...decision, to: 'approved', skillId: skill.id, scope } as const
        const held = await settle(trx, before, settled)
        await writePlan(trx, plan, { options, notify })
        await noteAtItem(trx, held, skill.head.digest)
        await writeAudit(trx, auditOf({ held, skill }))
        notify(changed)
        return { status: 'approved', held, skill }
      })
    },
    rejudge: (id, judged) =>
      db.write(async (trx, notify) => {
        const updating = trx.updateTable('held_arrivals').set(judged)
        await updating.where('id', '=', id).where('state', '=', 'held').execute()
        notify(changed)
      }),
    decide: (id, { from, to, ...decision }) =>
      db.write(async (trx, notify) => {
        await lockTenant(trx, db.tenantId)
        const before = await findHeld({ read: trx }, id)
        if (!before || !from.includes(before.state) || !(await hasFiles(trx, id))) return null
        notify(changed)
        return settle(trx, before, { ...decision, to, skillId: before.skillId })
      }),
    dropRejected: (by, limit) =>
      db.write(async (trx) => {
        await lockTenant(trx, db.tenantId)
        const old = await trx
          .selectFrom('held_arrivals')
          .select('id')
          .where('state', '=', 'rejected')
          .where('decided_at', '<=', by)
          .where('stored_bytes', '>', 0)
          .limit(limit)
          .execute()
        if (old.length === 0) return 0
        const ids = old.map(({ id }) => id)
        const dropping = trx.updateTable('held_arrivals').set({ stored_bytes: 0 })
        await dropping.where('id', 'in', ids).execute()
        return old.length
      }),
  }
}

/** False once a rejected arrival's files were given up. */
async function hasFiles(trx: Transaction, id: PendingRevisionId): Promise<boolean> {
  const row = await trx
    .selectFrom('held_arrivals')
    .select('stored_bytes')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined && row.stored_bytes > 0
}

async function settle(
  trx: Transaction,
  before: PendingRevision,
  {
    by,
    note,
    now,
    to,
    skillId,
    scope = before.proposal?.scope ?? null,
  }: ReviewDecision & {
    readonly to: ReviewState
    readonly skillId: PendingRevision['skillId']
    /** Of the skill that came of a proposal. */
    readonly scope?: SkillScopeKind | null
  },
): Promise<PendingRevision> {
  const proposal = before.proposal && { ...before.proposal, scope }
  const decided = { decidedBy: by, decidedAt: now, note }
  const after = { ...before, ...decided, state: to, skillId, proposal }
  const { stored_bytes } = pendingRevisionRow(after)
  await trx
    .updateTable('held_arrivals')
    .set({ state: to, skill_id: skillId, skill_scope: scope, note, stored_bytes })
    .set({ decided_by: by, decided_at: now })
    .where('id', '=', before.id)
    .execute()
  return after
}

/** The source's item knows from now on which revision came of it. */
async function noteAtItem(
  trx: Transaction,
  { sourceId, entryId, skillId }: PendingRevision,
  digest: RevisionDigest,
): Promise<void> {
  if (sourceId === null) return
  await trx
    .updateTable('source_items')
    .set({ skill_id: skillId, applied_digest: digest })
    .where('source_id', '=', sourceId)
    .where('entry_id', '=', entryId)
    .execute()
}

async function findVisible(
  db: Pick<TenantDatabase, 'read'>,
  id: PendingRevisionId,
  audience: ReviewAudience,
): Promise<PendingRevision | null> {
  const held = await findHeld(db, id)
  return held && isVisibleRevision(held, audience) ? held : null
}

async function findHeld(
  { read }: Pick<TenantDatabase, 'read'>,
  id: PendingRevisionId,
): Promise<PendingRevision | null> {
  const row = await read
    .selectFrom('held_arrivals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toPendingRevision(row) : null
}

function filtered(db: TenantDatabase, filter: ReviewFilter) {
  const { states, sourceId, entryIds, skillId, slug, digest, verdicts, kinds } = filter
  const { conversationId, offered } = filter
  let query = db.read.selectFrom('held_arrivals').where(isVisibleTo(filter.audience))
  if (conversationId !== undefined) query = query.where('conversation_id', '=', conversationId)
  if (states) query = query.where('state', 'in', [...states])
  if (verdicts) query = query.where('verdict', 'in', [...verdicts])
  if (sourceId !== undefined) query = query.where('source_id', '=', sourceId)
  if (entryIds) query = query.where('entry_id', 'in', [...entryIds])
  if (skillId !== undefined) query = query.where('skill_id', '=', skillId)
  if (digest !== undefined) query = query.where('digest', '=', digest)
  if (slug !== undefined) query = query.where('slug', '=', slug)
  if (offered) query = query.where(isOfferOf(offered))
  if (kinds)
    query = query.where((eb) => (kinds.length > 0 ? eb('kind', 'in', kinds) : eb.lit(false)))
  return query
}

/** Core's `isOfferOf`. */
function isOfferOf({ id, slug }: OfferedSkill) {
  return (eb: ExpressionBuilder<Schema, 'held_arrivals'>) => {
    const earlier = eb.or([
      eb('skill_id', '=', id),
      ...(slug === null ? [] : [eb('slug', '=', slug)]),
    ])
    return eb.and([
      eb('kind', '=', 'offer'),
      eb.or([
        eb('offered_skill_id', '=', id),
        eb.and([eb('offered_skill_id', 'is', null), earlier]),
      ]),
    ])
  }
}
