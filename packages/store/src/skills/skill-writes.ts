import type { SkillId, TenantId, Timestamp } from '@repertoire/core/base'
import { type CheckedContent, type Skill, type SkillScope, slugKey } from '@repertoire/core/domain'
import { addedBytesOf, addedSkills, type SkillWrite } from '@repertoire/core/keep'
import { insertAll } from '../database/bulk-insert.ts'
import type { Notify } from '../database/database.ts'
import type { Transaction } from '../database/query.ts'
import type { NewRow } from '../database/schema.ts'
import { enforceQuota, type LimitedDatabase } from '../quotas/enforce-quota.ts'
import { rejectRevokedWrites } from './reject-revoked.ts'
import { selectSkills } from './skill-queries.ts'
import { mutableColumns, revisionRow, skillRow, toSkill } from './skill-rows.ts'

/** The skills with one of these slugs, in any scope. */
export async function findSlugHolders(
  trx: Transaction,
  slugs: readonly string[],
): Promise<readonly Skill[]> {
  if (slugs.length === 0) return []
  const rows = await selectSkills(trx)
    .where('skills.slug', 'in', [...new Set(slugs)])
    .execute()
  return rows.map(toSkill)
}

/** The skill with this slug in this scope. Lock the tenant first, or the result may be stale. */
export async function findSlugHolder(
  trx: Transaction,
  scope: SkillScope,
  slug: string,
): Promise<Skill | null> {
  const holders = await findSlugHolders(trx, [slug])
  const wanted = slugKey(scope, slug)
  return holders.find((holder) => slugKey(holder.scope, holder.slug) === wanted) ?? null
}

/** What writing needs besides the transaction. */
export interface WriteContext {
  readonly db: LimitedDatabase
  readonly notify: Notify
  readonly now: Timestamp
}

/**
 * Writes the plan: skills, revisions, tags and the change feed. Throws ProblemError `quota.exceeded`. The tenant
 * must be locked.
 */
export async function applyWrites(
  trx: Transaction,
  writes: readonly SkillWrite[],
  { db, notify, now }: WriteContext,
): Promise<void> {
  for (const request of addedSkills(writes, now)) await enforceQuota(trx, db, request)
  await rejectRevokedWrites(trx, writes)
  const created = writes.filter((write) => !write.before).map((write) => skillRow(write.after))
  await insertAll(trx, 'skills', created)
  for (const { before, after } of writes) {
    if (!before) continue
    await trx
      .updateTable('skills')
      .set({ ...mutableColumns(after), ...movedColumns(before, after) })
      .where('id', '=', after.id)
      .execute()
  }
  const revisions = writes.flatMap((write) => {
    const bytes = addedBytesOf(write)
    return write.revisions.map(({ revision, arrival }, at) =>
      revisionRow(write.after.id, revision, {
        content: arrival.content,
        storedBytes: bytes[at] ?? 0,
      }),
    )
  })
  await insertAll(trx, 'revisions', revisions)
  await insertAll(trx, 'skill_change_keys', writes.flatMap(changeKeyRows))
  await replaceTags(trx, writes)
  await recordChanges(
    trx,
    writes.map((write) => write.after.id),
    notify,
  )
}

/** A skill changes its scope only when it is moved to the organisation. */
function movedColumns(before: Skill, { scope }: Skill): Partial<NewRow<'skills'>> {
  if (before.scope.kind === scope.kind) return {}
  return { scope: scope.kind, user_id: scope.kind === 'user' ? scope.userId : null }
}

/** The row for a change with an idempotency key. */
export function changeKeyRows({
  changeKey,
  after,
}: Pick<SkillWrite, 'after' | 'changeKey'>): NewRow<'skill_change_keys'>[] {
  if (changeKey === undefined) return []
  const { id, slug, head } = after
  const { number, digest } = head
  return [{ change_key: changeKey, skill_id: id, slug, number, digest }]
}

/** Appends to the change feed. The tenant must be locked. */
export async function recordChanges(
  trx: Transaction,
  ids: readonly SkillId[],
  notify: Notify,
): Promise<void> {
  if (ids.length === 0) return
  const tenant = await trx
    .updateTable('tenants')
    .set(({ eb }) => ({ change_seq: eb('change_seq', '+', ids.length) }))
    .returning(['id', 'change_seq'])
    .executeTakeFirstOrThrow()
  const first = tenant.change_seq - ids.length + 1
  const rows = ids.map((skillId, index) => ({ seq: first + index, skill_id: skillId }))
  await insertAll(trx, 'skill_changes', rows)
  notify({ kind: 'skills', tenantId: tenant.id as TenantId })
}

async function replaceTags(trx: Transaction, writes: readonly SkillWrite[]): Promise<void> {
  const changed = writes.filter(({ revisions }) => revisions.length > 0)
  const known = changed.filter(({ before }) => before !== null).map(({ after }) => after.id)
  if (known.length > 0) {
    await trx.deleteFrom('skill_tags').where('skill_id', 'in', known).execute()
  }
  const rows = changed.flatMap(({ after }) =>
    [...new Set(after.head.tags)].map((tag) => ({ skill_id: after.id, tag })),
  )
  await insertAll(trx, 'skill_tags', rows)
}

/** Slugs of a batch, for {@link findSlugHolders}. */
export function slugsOf(arrivals: readonly CheckedContent[]): readonly string[] {
  return arrivals.map((arrival) => arrival.slug)
}
