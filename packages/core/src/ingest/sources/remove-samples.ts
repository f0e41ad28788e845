import { ProblemError, throwIf } from '../../base/errors.ts'
import type { SourceId } from '../../base/ids.ts'
import { skillWriteProblem } from '../../domain/permissions.ts'
import type { SkillSource } from '../../domain/source.ts'
import type { CatalogActor, CatalogDeps } from '../../keep/skills/catalog-deps.ts'
import { removeSkill } from '../../keep/skills/remove-skill.ts'
import type { JudgingDeps } from '../checks/package-assessor.ts'
import { isEditedHere } from '../review/upstream-content.ts'
import { restoreSkill } from '../skills/restore-skill.ts'
import { sourceNotFound } from './source-problems.ts'

/**
 * Removes the samples; those that somebody edited stay. The source stays, switched off: so no start brings them back,
 * and {@link restoreSamples} does. A repeated removal finishes one that broke off.
 */
export async function removeSamples(
  deps: CatalogDeps,
  actor: CatalogActor,
  source: SkillSource,
): Promise<void> {
  const { sources, skills } = deps.store
  if (source.enabled) {
    await sources.update(source.id, { enabled: false, updatedAt: deps.clock.now() })
  }
  for (const record of await sources.allItems(source.id)) {
    if (record.skillId === null) continue
    const skill = await skills.get(actor.principal.userId, record.skillId)
    if (!skill || (await isEditedHere(deps, skill, record.appliedDigest))) continue
    await removeSkill(deps, actor, { id: skill.id, expectedVersion: skill.version })
  }
}

/**
 * Brings removed samples back with their ids and history, also those that were deleted one by one. Repeating it
 * changes nothing. Throws ProblemError `source.not-found`, `skill.slug-taken`, and those of {@link skillWriteProblem}.
 */
export async function restoreSamples(
  deps: JudgingDeps,
  actor: CatalogActor,
  id: SourceId,
): Promise<SkillSource> {
  const { sources, tombstones } = deps.store
  throwIf(skillWriteProblem(actor.principal, { kind: 'org' }))
  const source = await sources.get(id)
  if (source?.config.kind !== 'samples') throw new ProblemError(sourceNotFound)
  for (const { skillId } of await sources.allItems(source.id)) {
    if (skillId === null) continue
    const isDeleted = (await tombstones.get(actor.principal.userId, skillId)) !== null
    if (isDeleted) await restoreSkill(deps, actor, { id: skillId })
  }
  if (source.enabled) return source
  return sources.update(source.id, { enabled: true, updatedAt: deps.clock.now() })
}
