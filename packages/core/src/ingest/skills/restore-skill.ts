import { isSlug } from '@repertoire/skill-md'
import { ProblemError, throwIf } from '../../base/errors.ts'
import type { RevisionDigest, SkillId } from '../../base/ids.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { Skill } from '../../domain/skill.ts'
import { slugInvalid } from '../../domain/slug.ts'
import { type CatalogActor, recordChanges } from '../../keep/skills/catalog-deps.ts'
import { notDeleted } from '../../keep/skills/tombstone.ts'
import { checkEnabling } from '../checks/check-package.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'

export interface RestoreSkillRequest {
  readonly id: SkillId
  /** A new slug, when the previous one is taken. */
  readonly slug?: string | undefined
  /** Digests whose findings the person saw. */
  readonly acknowledged?: readonly RevisionDigest[] | undefined
}

/**
 * Restores a deleted skill with its revisions, enabled state, secrets and attachments to agents. Returns a skill that
 * is not deleted unchanged. One that is enabled again is judged again first. Throws ProblemError `skill.not-deleted`,
 * `skill.slug-taken`, `skill.slug-invalid`, those of {@link skillWriteProblem} and {@link checkEnabling}.
 */
export async function restoreSkill(
  deps: JudgingDeps,
  actor: CatalogActor,
  { id, slug, acknowledged = [] }: RestoreSkillRequest,
): Promise<Skill> {
  const viewer = actor.principal.userId
  const deleted = await deps.store.tombstones.get(viewer, id)
  if (!deleted) return existingSkill(deps, actor, { id, slug })
  const { scope } = deleted.skill
  throwIf(skillWriteProblem(actor.principal, scope, deleted.skill))
  if (slug !== undefined && !isSlug(slug)) throw new ProblemError(slugInvalid(slug))
  if (deleted.skill.enabled) {
    const files = { file: deps.store.tombstones.file }
    const judging = { ...deps, store: { ...deps.store, skills: files } }
    await checkEnabling(judging, deleted.skill, { actor, digests: acknowledged })
  }
  const skill = await deps.store.tombstones.restore(viewer, id, slug)
  const details = { slug: skill.slug, scope: scope.kind, digest: skill.head.digest }
  await recordChanges(deps, actor, [{ action: 'skill-restored', target: id, details }])
  return skill
}

/** Handles a skill that was already restored, by a concurrent or repeated request. */
async function existingSkill(
  { store }: JudgingDeps,
  { principal }: CatalogActor,
  { id, slug }: RestoreSkillRequest,
): Promise<Skill> {
  const skill = await store.skills.get(principal.userId, id)
  if (!skill || (slug !== undefined && slug !== skill.slug)) throw notDeleted(id)
  throwIf(skillWriteProblem(principal, skill.scope, skill))
  return skill
}
