import type { SkillListItem } from '@repertoire/protocol'
import { api } from '../../shared/api/api.ts'
import { changeInTurn } from '../../shared/api/change-in-turn.ts'

/** Switches a skill on or off as it was when the page read it, or as this page left it since. */
export async function switchSkill(
  skill: Pick<SkillListItem, 'id' | 'etag'>,
  enabled: boolean,
): Promise<void> {
  await changeInTurn(skill, (etag) => api.skills.update(skill.id, { enabled }, etag))
}
