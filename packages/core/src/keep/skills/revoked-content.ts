import { ProblemError } from '../../base/errors.ts'
import type { RevisionDigest, Timestamp } from '../../base/ids.ts'
import type { Skill } from '../../domain/skill.ts'
import type { SkillWrite } from './skill-write.ts'

/** The contents that a write stores anew or switches on: none of them may be revoked. */
export function digestsToCheck({
  before,
  after,
  revisions,
}: SkillWrite): readonly RevisionDigest[] {
  const added = revisions.map(({ revision }) => revision.digest)
  return after.enabled && before?.enabled !== true ? [...added, after.head.digest] : added
}

/** Throws ProblemError `skill.revoked` when a write stores or switches on a revoked content. */
export function rejectRevoked(
  writes: readonly SkillWrite[],
  revoked: ReadonlySet<RevisionDigest>,
): void {
  for (const write of writes) {
    const digest = digestsToCheck(write).find((one) => revoked.has(one))
    if (digest !== undefined) throw new ProblemError(skillRevoked(write.after, digest))
  }
}

/** Switches off the skills that have a revoked content as their head. */
export function planRevocation(skills: readonly Skill[], now: Timestamp): readonly SkillWrite[] {
  return skills
    .filter(({ enabled }) => enabled)
    .map((before) => ({
      before,
      after: { ...before, enabled: false, version: before.version + 1, updatedAt: now },
      revisions: [],
    }))
}

function skillRevoked({ slug, id }: Skill, digest: RevisionDigest) {
  return {
    code: 'skill.revoked',
    kind: 'forbidden',
    message: `This content of "${slug}" was revoked, so it cannot be used.`,
    hint: 'Use another revision. An owner or admin can take a revocation back.',
    details: { id, slug, digest },
  } as const
}
