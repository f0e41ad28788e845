import { ProblemError } from '../../base/errors.ts'
import type { SkillId, Timestamp } from '../../base/ids.ts'
import type { DeletedSkill, Skill } from '../../domain/skill.ts'
import type { SkillWrite } from './skill-write.ts'

/** Retention of deleted skills: 30 days, in milliseconds. */
export const tombstoneRetention = 30 * 24 * 60 * 60 * 1000

/** Skills deleted at or before this time are expired: hidden from every list, and purged next. */
export function tombstoneExpiryCutoff(now: Timestamp): Timestamp {
  return now - tombstoneRetention
}

/** When a tombstone expires. */
export function keptUntil({ deletedAt }: Pick<DeletedSkill, 'deletedAt'>): Timestamp {
  return deletedAt + tombstoneRetention
}

export interface RestoreRequest {
  /** Null when there is none, or it is expired or invisible to the viewer. */
  readonly deleted: DeletedSkill | null
  readonly id: SkillId
  /** A new slug. */
  readonly slug: string | undefined
  /** The current holder of its slug in the scope. */
  readonly slugHolder: Skill | null
  readonly now: Timestamp
}

/**
 * Plans the restore of a deleted skill: the same identity, revisions and enabled state, as a new version. Throws
 * ProblemError `skill.not-deleted` (not found) and `skill.slug-taken`.
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

/** There is no tombstone: never deleted, purged, expired, or invisible to the viewer. */
export function notDeleted(id: SkillId): ProblemError {
  return new ProblemError({
    code: 'skill.not-deleted',
    kind: 'not-found',
    message: 'There is no such deleted skill, or its retention of 30 days has ended.',
    details: { id },
  })
}

function slugTakenSinceDeletion(deleted: Skill, holder: Skill): ProblemError {
  const where = holder.scope.kind === 'org' ? 'in the organisation' : 'among your own skills'
  return new ProblemError({
    code: 'skill.slug-taken',
    kind: 'conflict',
    message: `The slug "${holder.slug}" was taken ${where} after "${deleted.head.name}" was deleted.`,
    hint: 'Rename that skill first, or restore this one under another slug (`slug` in the body).',
    details: { slug: holder.slug, scope: holder.scope.kind, existing_id: holder.id },
  })
}
