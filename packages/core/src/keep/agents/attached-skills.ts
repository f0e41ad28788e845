import type { UserId } from '../../base/ids.ts'
import type { Agent } from '../../domain/agent.ts'
import type { Skill } from '../../domain/skill.ts'
import type { SkillStore } from '../../ports/skills.ts'
import { isInteractiveOnly } from './check-agent.ts'

/**
 * The usable attached skills of an agent, in order: of the organisation, enabled, not archived, and not for people
 * only.
 */
export async function attachedSkills(
  skills: Pick<SkillStore, 'getMany'>,
  viewer: UserId,
  { skillIds }: Pick<Agent, 'skillIds'>,
): Promise<readonly Skill[]> {
  if (skillIds.length === 0) return []
  const found = await skills.getMany(viewer, skillIds)
  return found.filter(
    ({ scope, enabled, archivedAt, head }) =>
      scope.kind === 'org' && enabled && archivedAt === null && !isInteractiveOnly(head),
  )
}
