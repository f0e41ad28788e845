import type { ToolEvent } from '../../domain/events.ts'
import type { Skill } from '../../domain/skill.ts'
import { allowedToolsOf } from '../session/active-skill.ts'
import { usedSkillOf } from './portable-skill.ts'

/** The event of a skill whose text was given as a result: its list of allowed tools holds beside the others. */
export function addedSkill(skill: Skill): Extract<ToolEvent, { type: 'skill-used' }> {
  const allowedTools = allowedToolsOf(skill.head)
  return {
    type: 'skill-used',
    skill: usedSkillOf(skill),
    ...(allowedTools.length > 0 && { allowedTools, addsRestriction: true as const }),
  }
}
