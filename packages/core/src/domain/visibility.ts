import type { UserId } from '../base/ids.ts'
import type { Skill } from './skill.ts'

/** A8: an org skill is everybody's to see, a user's skill only its owner's. */
export function isVisible(viewer: UserId, skill: Skill): boolean {
  return skill.scope.kind === 'org' || skill.scope.userId === viewer
}
