import type { SkillListItem } from '@repertoire/protocol'
import { api } from '../shell/api.ts'
import { changeInTurn } from '../shell/change-in-turn.ts'

/** Switches a skill on or off as it was when the page read it, or as this page left it since. */
export async function switchSkill(
  skill: Pick<SkillListItem, 'id' | 'etag'>,
  enabled: boolean,
): Promise<void> {
  await changeInTurn(skill, (etag) => api.skills.update(skill.id, { enabled }, etag))
}
