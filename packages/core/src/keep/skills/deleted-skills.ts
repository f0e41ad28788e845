import { throwIf } from '../../base/errors.ts'
import type { SkillId } from '../../base/ids.ts'
import { isAdministrator, skillWriteProblem } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { DeletedSkill } from '../../domain/skill.ts'
import type { Page, PageRequest } from '../../ports/pages.ts'
import type { TenantStore } from '../../ports/store.ts'
import { type CatalogActor, type CatalogDeps, recordChanges } from './catalog-deps.ts'
import { notDeleted } from './tombstone.ts'

/**
 * Permanently deletes a deleted skill before its retention ends, with revisions and secrets. Throws ProblemError
 * `skill.not-deleted`, that of {@link skillWriteProblem}.
 */
export async function purgeSkill(
  deps: CatalogDeps,
  actor: CatalogActor,
  id: SkillId,
): Promise<void> {
  const viewer = actor.principal.userId
  const deleted = await deps.store.tombstones.get(viewer, id)
  if (!deleted) throw notDeleted(id)
  throwIf(skillWriteProblem(actor.principal, deleted.skill.scope, deleted.skill))
  const { skill } = await deps.store.tombstones.forget(viewer, id)
  const details = { slug: skill.slug, scope: skill.scope.kind, digest: skill.head.digest }
  await recordChanges(deps, actor, [{ action: 'skill-purged', target: id, details }])
}

/** The deleted skills that this person may restore, newest first. */
export function listDeletedSkills(
  { tombstones }: Pick<TenantStore, 'tombstones'>,
  { userId, role }: Principal,
  page: PageRequest,
): Promise<Page<DeletedSkill>> {
  const scope = isAdministrator(role) ? undefined : 'user'
  return tombstones.list(userId, { scope }, page)
}
