import {
  type BlobStore,
  type CheckedContent,
  type IdSource,
  type Proposal,
  type ProposalAudience,
  type ProposalDecision,
  type ProposalId,
  type ProposalStatus,
  type ProposalStore,
  pageOf,
  planAccept,
  type Sha256,
  type Skill,
  type SkillId,
  tenantNotFound,
} from '@repertoire/core'
import type { ExpressionBuilder } from 'kysely'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { fetchLatest } from '../database/pages.ts'
import type { Transaction } from '../database/query.ts'
import type { Schema } from '../database/schema.ts'
import { lockTenant } from '../organisation/tenant-lock.ts'
import { storeFiles } from '../skills/skill-files.ts'
import { selectSkills } from '../skills/skill-queries.ts'
import { toSkill } from '../skills/skill-rows.ts'
import { applyWrites, findSlugHolder } from '../skills/skill-writes.ts'
import { headColumns, proposalRow, toProposal, toProposalHead } from './proposal-rows.ts'

export interface ProposalStoreOptions {
  readonly db: TenantDatabase
  readonly blobs: BlobStore
  readonly ids: IdSource
  readonly sha256: Sha256
}

export function createProposalStore(options: ProposalStoreOptions): ProposalStore {
  const { db } = options
  return {
    create: (proposal) =>
      db.write(async (trx) => {
        const inserted = trx
          .insertInto('proposals')
          .values(proposalRow(proposal))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await mapConstraintErrors(inserted, { onMissingParent: () => tenantNotFound(db.tenantId) })
      }),
    get: async (id) => {
      const row = await db.read
        .selectFrom('proposals')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? toProposal(row) : null
    },
    list: async (filter, page) => {
      let query = db.read.selectFrom('proposals').select(headColumns)
      if (filter.status !== undefined) query = query.where('status', '=', filter.status)
      if (filter.conversationId !== undefined) {
        query = query.where('conversation_id', '=', filter.conversationId)
      }
      if (filter.audience) query = query.where(isVisibleTo(filter.audience))
      const rows = await fetchLatest(query, page)
      return pageOf(rows.map(toProposalHead), page.limit, (item) => [item.createdAt, item.id])
    },
    reject: (id, decision, status = 'rejected') =>
      db.write((trx) => recordDecision(trx, id, { ...decision, status })),
    accept: (id, acceptance) => accept(options, id, acceptance),
  }
}

/** The SQL condition for the proposals an audience may see. */
export function isVisibleTo({ person, organisation }: ProposalAudience) {
  return (eb: ExpressionBuilder<Schema, 'proposals'>) => {
    const own = eb('proposed_for', '=', person)
    return organisation ? eb.or([own, eb('skill_scope', '=', 'org')]) : own
  }
}

/** The tenant's lock orders this among all catalogue writes, so the first decision is the only one. */
async function accept(
  { db, ids, blobs, sha256 }: ProposalStoreOptions,
  id: ProposalId,
  { arrival, ...decision }: ProposalDecision & { readonly arrival: CheckedContent },
): ReturnType<ProposalStore['accept']> {
  await storeFiles([arrival], { tenantId: db.tenantId, blobs, sha256 })
  return db.write(async (trx, notify) => {
    await lockTenant(trx, db.tenantId)
    const row = await trx
      .selectFrom('proposals')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (!row) return { status: 'decided' }
    const pending = toProposal(row)
    const target = await targetOf(trx, pending, arrival)
    const plan = planAccept({
      proposal: pending,
      arrival,
      target,
      hasSecrets: target !== null && (await hasSecrets(trx, target.id)),
      slugHolder: await findSlugHolder(trx, arrival.scope, arrival.slug),
      now: decision.now,
      newId: () => ids.next('skl') as SkillId,
    })
    if (plan.status === 'has-secrets') return plan
    const proposal = await recordDecision(trx, id, { ...decision, status: plan.status })
    if (!proposal) return { status: 'decided' }
    if (plan.status === 'stale') return { status: 'stale', proposal }
    if (plan.write) await applyWrites(trx, [plan.write], { db, notify, now: decision.now })
    return { status: 'accepted', proposal, skill: plan.skill }
  })
}

async function targetOf(
  trx: Transaction,
  { skillId }: Proposal,
  { scope, slug }: CheckedContent,
): Promise<Skill | null> {
  if (skillId === null) return findSlugHolder(trx, scope, slug)
  const row = await selectSkills(trx).where('skills.id', '=', skillId).executeTakeFirst()
  return row ? toSkill(row) : null
}

async function hasSecrets(trx: Transaction, skillId: SkillId): Promise<boolean> {
  const row = await trx
    .selectFrom('skill_secrets')
    .select('name')
    .where('skill_id', '=', skillId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function recordDecision(
  trx: Transaction,
  id: ProposalId,
  { status, by, note, now }: ProposalDecision & { readonly status: ProposalStatus },
): Promise<Proposal | null> {
  const row = await trx
    .updateTable('proposals')
    .set({ status, decided_by: by, decided_at: now, note })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
  return row ? toProposal(row) : null
}
