import type { SkillEnablementSubject } from '../../domain/approval.ts'
import type { ActiveSkill } from '../../domain/session-state.ts'
import type { Skill } from '../../domain/skill.ts'

/** The skill as a session stores it: pinned to its head revision. */
export function activeSkillOf(skill: Skill): ActiveSkill {
  const { id, slug, head, origin } = skill
  return {
    skillId: id,
    digest: head.digest,
    slug,
    name: head.name,
    contentLength: head.contentLength,
    sourceType: origin.sourceType,
  }
}

/** The subject of the request to enable the skill (A7). */
export function enablementSubjectOf(skill: Skill): SkillEnablementSubject {
  return { ...activeSkillOf(skill), description: skill.head.description }
}
