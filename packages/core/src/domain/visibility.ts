import type { UserId } from '../base/ids.ts'
import type { Skill } from './skill.ts'

/** Organisation skills are visible to all members, user skills only to their owner. */
export function isVisible(viewer: UserId, skill: Skill): boolean {
  return skill.scope.kind === 'org' || skill.scope.userId === viewer
}
