import type { PendingRevisionId, Sha256, SkillId, SourceId, Timestamp } from '@repertoire/core/base'
import type {
  CheckedContent,
  PendingRevision,
  PendingRevisionWithFiles,
  Skill,
} from '@repertoire/core/domain'
import {
  isTakenBack,
  planApproval,
  quotaOfPending,
  type RevisionApproval,
  replacedNote,
  takenBackNote,
} from '@repertoire/core/ingest'
import type { BlobStore, Clock, IdSource, TakenBack } from '@repertoire/core/ports'
import { insertAll } from '../database/bulk-insert.ts'
import type { Notify, TenantDatabase } from '../database/database.ts'
import type { Transaction } from '../database/query.ts'
import { enforceQuota } from '../quotas/enforce-quota.ts'
import { findRevoked } from '../skills/reject-revoked.ts'
import { storeFiles } from '../skills/skill-files.ts'
import { selectSkills } from '../skills/skill-queries.ts'
import { toSkill } from '../skills/skill-rows.ts'
import { applyWrites, findSlugHolder } from '../skills/skill-writes.ts'
import { headColumns, pendingRevisionRow, toHead } from './pending-revision-rows.ts'
import { saveTrust } from './trust-reports.ts'

export interface PendingWriteOptions {
  readonly db: TenantDatabase
  readonly blobs: BlobStore
  readonly clock: Clock
  readonly ids: IdSource
  readonly sha256: Sha256
}

/** Entries per statement. */
const maxEntries = 500

/** Stores the files of arrivals durably, before any row references them. */
export async function storePendingFiles(
  items: readonly PendingRevisionWithFiles[],
  { db, blobs, sha256 }: Pick<PendingWriteOptions, 'db' | 'blobs' | 'sha256'>,
): Promise<void> {
  const packages = items.map(({ held, files }) => ({
    ...{ slug: held.slug, files, facts: { manifest: held.manifest } },
  }))
  await storeFiles(packages, { tenantId: db.tenantId, blobs, sha256 })
}

/** Holds arrivals, and supersedes the undecided ones of the same entries. The tenant must be locked. */
export async function addPendingRevisions(
  trx: Transaction,
  items: readonly PendingRevisionWithFiles[],
  { db, clock }: Pick<PendingWriteOptions, 'db' | 'clock'>,
): Promise<void> {
  const fresh = await unknownOnes(trx, items)
  if (fresh.length === 0) return
  const held = fresh.map((item) => item.held)
  await enforceQuota(trx, db, quotaOfPending(held, clock.now()))
  const imports = held.filter(({ proposal }) => proposal === null)
  await supersede(trx, imports, clock.now())
  await insertAll(trx, 'held_arrivals', held.map(pendingRevisionRow))
  await saveTrust(trx, new Map(held.map(({ digest, trust }) => [digest, trust])), clock.now())
}

async function unknownOnes(
  trx: Transaction,
  items: readonly PendingRevisionWithFiles[],
): Promise<readonly PendingRevisionWithFiles[]> {
  const known = new Set<string>()
  for (let at = 0; at < items.length; at += maxEntries) {
    const ids = items.slice(at, at + maxEntries).map(({ held }) => held.id)
    const query = trx.selectFrom('held_arrivals').select('id').where('id', 'in', ids)
    for (const { id } of await query.execute()) known.add(id)
  }
  return items.filter(({ held }) => !known.has(held.id))
}

async function supersede(
  trx: Transaction,
  newer: readonly PendingRevision[],
  now: Timestamp,
): Promise<void> {
  const ending = () => endUndecided(trx, { note: replacedNote, now }).where('proposed_for', '=', '')
  const sources = new Set(newer.map(({ sourceId }) => sourceId))
  for (const sourceId of sources) {
    const entries = newer.filter((one) => one.sourceId === sourceId).map(({ entryId }) => entryId)
    for (let at = 0; at < entries.length; at += maxEntries) {
      await ending()
        .where('source_id', sourceId === null ? 'is' : '=', sourceId)
        .where('entry_id', 'in', entries.slice(at, at + maxEntries))
        .execute()
    }
  }
  const skills = newer.flatMap(({ skillId }) => skillId ?? [])
  for (let at = 0; at < skills.length; at += maxEntries) {
    await ending()
      .where('source_id', 'is', null)
      .where('skill_id', 'in', skills.slice(at, at + maxEntries))
      .execute()
  }
}

/** Ends what a source took back. The tenant must be locked. */
export async function endTakenBack(
  trx: Transaction,
  {
    sourceId,
    takenBack,
  }: { readonly sourceId: SourceId; readonly takenBack: readonly TakenBack[] },
  now: Timestamp,
): Promise<void> {
  for (let at = 0; at < takenBack.length; at += maxEntries) {
    const part = takenBack.slice(at, at + maxEntries)
    const rows = await trx
      .selectFrom('held_arrivals')
      .select(headColumns)
      .where('state', '=', 'held')
      .where('source_id', '=', sourceId)
      .where(
        'entry_id',
        'in',
        part.map(({ entryId }) => entryId),
      )
      .execute()
    for (const held of rows.map(toHead)) {
      const by = part.find((one) => isTakenBack(held, one))
      if (!by) continue
      const ending = endUndecided(trx, { note: takenBackNote(by), now })
      await ending.where('id', '=', held.id).execute()
    }
  }
}

function endUndecided(
  trx: Transaction,
  { note, now }: { readonly note: string; readonly now: Timestamp },
) {
  const ended = { state: 'superseded', stored_bytes: 0, decided_at: now, note }
  return trx.updateTable('held_arrivals').set(ended).where('state', '=', 'held')
}

interface ApplyContext {
  readonly options: PendingWriteOptions
  readonly notify: Notify
}

/**
 * Applies what a policy allows, and returns the skill; holds it when that changed since, or the content is revoked.
 * The tenant must be locked.
 */
export async function applyUpdate(
  trx: Transaction,
  {
    arrival,
    record,
  }: { readonly arrival: CheckedContent; readonly record: PendingRevisionWithFiles },
  { options, notify }: ApplyContext,
): Promise<SkillId | null> {
  const { held } = record
  const waited = await stateOf(trx, held.id)
  if (waited !== undefined && waited !== 'held') return null
  const plan = await planPendingApproval(trx, {
    ...{ held, arrival, options, expectedHead: held.baseDigest },
    enable: held.skillId === null ? arrival.enabled : undefined,
  })
  const { digest } = arrival.facts
  if (plan.status !== 'approved' || (await findRevoked(trx, [digest])).has(digest)) {
    const undecided = { ...held, state: 'held' as const, decidedAt: null, note: '' }
    await addPendingRevisions(trx, [{ ...record, held: undecided }], options)
    return null
  }
  const { id } = plan.skill
  await writePlan(trx, plan, { options, notify })
  const applied = { ...held, skillId: id }
  if (waited === undefined) await addPendingRevisions(trx, [{ ...record, held: applied }], options)
  else
    await trx
      .updateTable('held_arrivals')
      .set(pendingRevisionRow(applied))
      .where('id', '=', held.id)
      .execute()
  return id
}

/** Of an arrival that waited for its age; undefined for one that comes now. */
async function stateOf(trx: Transaction, id: PendingRevisionId): Promise<string | undefined> {
  const row = await trx
    .selectFrom('held_arrivals')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.state
}

type HeldPlan = Pick<Parameters<typeof planApproval>[0], 'arrival' | 'expectedHead' | 'enable'> & {
  readonly held: Pick<PendingRevision, 'skillId' | 'proposal'>
  readonly options: PendingWriteOptions
}

/** Plans an approval with what is stored now. The tenant must be locked. */
export async function planPendingApproval(
  trx: Transaction,
  request: HeldPlan,
): Promise<RevisionApproval> {
  const { held, options, ...rest } = request
  const { scope, slug } = rest.arrival
  const target = held.skillId === null ? null : await skillOf(trx, held.skillId)
  return planApproval({
    ...{ ...rest, target, proposal: held.proposal, now: options.clock.now() },
    hasSecrets: target !== null && (await hasSecrets(trx, target.id)),
    slugHolder: await findSlugHolder(trx, scope, slug),
    newId: () => options.ids.next('skl') as SkillId,
  })
}

export async function writePlan(
  trx: Transaction,
  { write }: Extract<RevisionApproval, { status: 'approved' }>,
  { options: { db, clock }, notify }: ApplyContext,
): Promise<void> {
  if (write) await applyWrites(trx, [write], { db, notify, now: clock.now() })
}

async function skillOf(trx: Transaction, id: SkillId): Promise<Skill | null> {
  const row = await selectSkills(trx).where('skills.id', '=', id).executeTakeFirst()
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
