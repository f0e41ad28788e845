import { throwIf } from '../../base/errors.ts'
import type { RevisionDigest } from '../../base/ids.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { Skill } from '../../domain/skill.ts'
import { type ArchiveSkillRequest, archiveSkill } from '../../keep/skills/archive-skill.ts'
import type { CatalogActor } from '../../keep/skills/catalog-deps.ts'
import { checkEnabling } from '../checks/check-package.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'

export interface UnarchiveSkillRequest extends Omit<ArchiveSkillRequest, 'archived'> {
  /** Digests whose findings the person saw. */
  readonly acknowledged?: readonly RevisionDigest[] | undefined
}

/** Takes a skill out of the archive, which enables it: it is judged again first. Problems as {@link archiveSkill} and {@link checkEnabling}. */
export async function unarchiveSkill(
  deps: JudgingDeps,
  actor: CatalogActor,
  { id, expectedVersion, acknowledged = [] }: UnarchiveSkillRequest,
): Promise<Skill> {
  const skill = await deps.store.skills.get(actor.principal.userId, id)
  if (skill && skill.archivedAt !== null) {
    throwIf(skillWriteProblem(actor.principal, skill.scope, skill))
    await checkEnabling(deps, skill, { actor, digests: acknowledged })
  }
  // What was judged is what is enabled.
  const judged = expectedVersion ?? skill?.version
  return archiveSkill(deps, actor, { id, archived: false, expectedVersion: judged })
}
