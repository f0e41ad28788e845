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
  /** When the slug it had is taken by now: another one. */
  readonly slug?: string | undefined
}

/**
 * Brings a deleted skill back as it was: its revisions, its switch, its secrets, and its place in agents'
 * lists (B8). One that is there already is given as it is. Throws ProblemError `skill.not-deleted`,
 * `skill.slug-taken`, `skill.slug-invalid`, what {@link skillWriteProblem} says.
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

/** Somebody else, or the same request before, was faster. */
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
 * Deletes a deleted skill for good, before its time: revisions, secrets, everything. Throws ProblemError
 * `skill.not-deleted`, what {@link skillWriteProblem} says.
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

/** The deleted skills that this person may bring back, the newest first. */
export function listDeletedSkills(
  { tombstones }: Pick<TenantStore, 'tombstones'>,
  { userId, role }: Principal,
  page: PageRequest,
): Promise<Page<DeletedSkill>> {
  const scope = isAdministrator(role) ? undefined : 'user'
  return tombstones.list(userId, { scope }, page)
}
