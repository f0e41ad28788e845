import { isSlug } from '@repertoire/skill-md'
import { ProblemError, refuseIf } from '../../base/errors.ts'
import type { SkillId } from '../../base/ids.ts'
import { isAdministrator, skillWriteProblem } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import type { DeletedSkill, Skill } from '../../domain/skill.ts'
import { slugInvalid } from '../../domain/slug.ts'
import type { Page, PageRequest } from '../../ports/pages.ts'
import type { TenantStore } from '../../ports/store.ts'
import { type CatalogActor, type CatalogDeps, recordChanges } from './catalog-deps.ts'
import { notDeleted } from './tombstone.ts'

export interface RestoreSkillRequest {
  readonly id: SkillId
  /** A new slug, when the previous one is taken. */
  readonly slug?: string | undefined
}

/**
 * Restores a deleted skill with its revisions, enabled state, secrets and attachments to agents (B8). Returns a skill that
 * is not deleted unchanged. Throws ProblemError `skill.not-deleted`, `skill.slug-taken`, `skill.slug-invalid`, that of
 * {@link skillWriteProblem}.
 */
export async function restoreSkill(
  deps: CatalogDeps,
  actor: CatalogActor,
  { id, slug }: RestoreSkillRequest,
): Promise<Skill> {
  const viewer = actor.principal.userId
  const deleted = await deps.store.tombstones.get(viewer, id)
  if (!deleted) return existingSkill(deps, actor, { id, slug })
  const { scope } = deleted.skill
  refuseIf(skillWriteProblem(actor.principal, scope, deleted.skill))
  if (slug !== undefined && !isSlug(slug)) throw new ProblemError(slugInvalid(slug))
  const skill = await deps.store.tombstones.restore(viewer, id, slug)
  const details = { slug: skill.slug, scope: scope.kind, digest: skill.head.digest }
  await recordChanges(deps, actor, [{ action: 'skill-restored', target: id, details }])
  return skill
}

/** Handles a skill that was already restored, by a concurrent or repeated request. */
async function existingSkill(
  { store }: CatalogDeps,
  { principal }: CatalogActor,
  { id, slug }: RestoreSkillRequest,
): Promise<Skill> {
  const skill = await store.skills.get(principal.userId, id)
  if (!skill || (slug !== undefined && slug !== skill.slug)) throw notDeleted(id)
  refuseIf(skillWriteProblem(principal, skill.scope, skill))
  return skill
}

/**
 * Permanently deletes a deleted skill before its retention ends, with revisions and secrets. Throws ProblemError
 * `skill.not-deleted`, that of {@link skillWriteProblem}.
 */
export async function forgetSkill(
  deps: CatalogDeps,
  actor: CatalogActor,
  id: SkillId,
): Promise<void> {
  const viewer = actor.principal.userId
  const deleted = await deps.store.tombstones.get(viewer, id)
  if (!deleted) throw notDeleted(id)
  refuseIf(skillWriteProblem(actor.principal, deleted.skill.scope, deleted.skill))
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
