import type { UserId } from '../../base/ids.ts'
import type { ActiveSkill } from '../../domain/session-state.ts'
import type { SkillStore, Withdrawn } from '../../ports/skills.ts'

/** The given skills that are no longer available. One of a registry is in no library, so it can only be revoked. */
export async function withdrawnOf<
  Given extends Pick<ActiveSkill, 'skillId' | 'digest' | 'fetchedFrom'>,
>(
  skills: Pick<SkillStore, 'withdrawn'>,
  viewer: UserId,
  given: readonly Given[],
): Promise<readonly Withdrawn<Given>[]> {
  const withdrawn = await skills.withdrawn(viewer, given)
  return withdrawn.filter(({ fetchedFrom, reason }) => !fetchedFrom || reason === 'revoked')
}
