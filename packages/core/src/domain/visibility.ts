import type { UserId } from '../base/ids.ts'
import type { Skill, SkillScope } from './skill.ts'

/** A8: an org skill is everybody's to see, a user's skill only its owner's. */
export function isVisible(viewer: UserId, skill: Skill): boolean {
  return skill.scope.kind === 'org' || skill.scope.userId === viewer
}

/** Two skills may share a slug only when these differ (A8). Unambiguous: a slug never holds a NUL. */
export function slugKey(scope: SkillScope, slug: string): string {
  return scope.kind === 'org' ? `org\0\0${slug}` : `user\0${scope.userId}\0${slug}`
}
