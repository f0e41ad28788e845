import { ProblemError } from '../../base/errors.ts'
import type { SkillId, Timestamp } from '../../base/ids.ts'
import type { DeletedSkill, Skill } from '../../domain/skill.ts'
import type { SkillWrite } from './skill-write.ts'

/** For how long a deleted skill is kept whole: 30 days, in milliseconds (B8). */
export const tombstoneLifetime = 30 * 24 * 60 * 60 * 1000

/** What was deleted at this moment or before is over: gone from every list, and next to be purged. */
export function tombstoneExpiryCutoff(now: Timestamp): Timestamp {
  return now - tombstoneLifetime
}

/** When a tombstone is over. */
export function keptUntil({ deletedAt }: Pick<DeletedSkill, 'deletedAt'>): Timestamp {
  return deletedAt + tombstoneLifetime
}

export interface RestoreRequest {
  /** Null when there is none, or it is over, or it is not the viewer's to see. */
  readonly deleted: DeletedSkill | null
  readonly id: SkillId
  /** Another slug than it had. */
  readonly slug: string | undefined
  /** Who holds the slug it would get, in its scope, now. */
  readonly slugHolder: Skill | null
  readonly now: Timestamp
}

/**
 * What bringing a deleted skill back writes: the same identity, its chain and its switch, as a change of its
 * own. Throws ProblemError `skill.not-deleted` (not found) and `skill.slug-taken`.
 */
export function planRestore(request: RestoreRequest): SkillWrite {
  const { deleted, id, slugHolder, now } = request
  if (!deleted) throw notDeleted(id)
  const before = deleted.skill
  if (slugHolder) throw slugTakenSinceDeletion(before, slugHolder)
  const slug = request.slug ?? before.slug
  const after = { ...before, slug, version: before.version + 1, updatedAt: now }
  return { before, after, revisions: [] }
}

/** No tombstone: never deleted, purged, over, or not the viewer's. */
export function notDeleted(id: SkillId): ProblemError {
  return new ProblemError({
    code: 'skill.not-deleted',
    kind: 'not-found',
    message: 'There is no such deleted skill, or its 30 days are over.',
    details: { id },
  })
}

function slugTakenSinceDeletion(deleted: Skill, holder: Skill): ProblemError {
  const where = holder.scope.kind === 'org' ? 'in the organisation' : 'among your own skills'
  return new ProblemError({
    code: 'skill.slug-taken',
    kind: 'conflict',
    message: `The slug "${holder.slug}" was taken ${where} since "${deleted.head.name}" was deleted.`,
    hint: 'Rename that skill first, or restore this one under another slug (`slug` in the body).',
    details: { slug: holder.slug, scope: holder.scope.kind, existing_id: holder.id },
  })
}
