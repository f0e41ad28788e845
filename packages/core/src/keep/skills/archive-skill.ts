import { throwIf } from '../../base/errors.ts'
import type { SkillId } from '../../base/ids.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { Skill } from '../../domain/skill.ts'
import { skillNotFound } from '../../ports/store-problems.ts'
import { type CatalogActor, type CatalogDeps, recordChanges } from './catalog-deps.ts'

export interface ArchiveSkillRequest {
  readonly id: SkillId
  /** True to archive, false to unarchive. */
  readonly archived: boolean
  /** The version the change is based on; a different current version throws `skill.stale`. */
  readonly expectedVersion?: number | undefined
}

/**
 * Archives a skill, so that it is kept but not offered, or unarchives it. Throws ProblemError `skill.not-found`,
 * `skill.stale`, that of {@link skillWriteProblem}.
 */
export async function archiveSkill(
  deps: CatalogDeps,
  actor: CatalogActor,
  { id, archived, expectedVersion }: ArchiveSkillRequest,
): Promise<Skill> {
  const viewer = actor.principal.userId
  const before = await deps.store.skills.get(viewer, id)
  if (!before) throw skillNotFound(id)
  throwIf(skillWriteProblem(actor.principal, before.scope, before))
  if (!archived && before.archivedAt === null) return before
  const after = await deps.store.skills.update(viewer, id, { archived }, expectedVersion)
  if (after.version === before.version) return after
  const { slug, scope, head } = after
  const action = archived ? 'skill-archived' : 'skill-unarchived'
  const details = { slug, scope: scope.kind, digest: head.digest, by: 'person' }
  await recordChanges(deps, actor, [{ action, target: id, details }])
  return after
}
