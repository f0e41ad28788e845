import { throwIf } from '../../base/errors.ts'
import type { SkillId } from '../../base/ids.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import { skillNotFound } from '../../ports/store-problems.ts'
import { type CatalogActor, type CatalogDeps, recordChanges } from './catalog-deps.ts'

/**
 * Deletes a skill; it can be restored for 30 days. Throws ProblemError `skill.not-found`, `skill.stale`, that of
 * {@link skillWriteProblem}.
 */
export async function removeSkill(
  deps: CatalogDeps,
  actor: CatalogActor,
  request: { readonly id: SkillId; readonly expectedVersion?: number | undefined },
): Promise<void> {
  const viewer = actor.principal.userId
  const skill = await deps.store.skills.get(viewer, request.id)
  if (!skill) throw skillNotFound(request.id)
  throwIf(skillWriteProblem(actor.principal, skill.scope, skill))
  await deps.store.skills.remove(viewer, skill.id, request.expectedVersion)
  const details = { slug: skill.slug, scope: skill.scope.kind, digest: skill.head.digest }
  await recordChanges(deps, actor, [{ action: 'skill-deleted', target: skill.id, details }])
}
