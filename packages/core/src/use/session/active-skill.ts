import type { SkillEnablementSubject } from '../../domain/approval.ts'
import type { ActiveSkill } from '../../domain/session-state.ts'
import type { Skill } from '../../domain/skill.ts'

/** The skill as a session keeps it: pinned to the revision that is its head now. */
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

/** The skill as a person is asked about it (A7). */
export function enablementSubjectOf(skill: Skill): SkillEnablementSubject {
  return { ...activeSkillOf(skill), description: skill.head.description }
}
