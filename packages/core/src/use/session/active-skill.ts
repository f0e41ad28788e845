import { parseAllowedTools } from '../../domain/allowed-tools.ts'
import type { SkillEnablementSubject, SubjectOrigin } from '../../domain/approval.ts'
import type { ActiveSkill } from '../../domain/session-state.ts'
import type { RevisionFacts, Skill } from '../../domain/skill.ts'
import { skillFieldsOf } from '../../domain/skill-fields.ts'

/** The skill as a session stores it: pinned to its head revision. */
export function activeSkillOf(skill: Skill): ActiveSkill {
  const allowedTools = allowedToolsOf(skill.head)
  return { ...pinOf(skill), ...(allowedTools.length > 0 && { allowedTools }) }
}

/** The list of allowed tools of a revision as written; empty when it restricts nothing. */
export function allowedToolsOf(
  facts: Pick<RevisionFacts, 'frontmatter' | 'sidecar'>,
): readonly string[] {
  const { allowedTools = [] } = skillFieldsOf(facts)
  return parseAllowedTools(allowedTools).restricts ? allowedTools : []
}

/** The subject of the request to enable the skill. */
export function enablementSubjectOf(skill: Skill): SkillEnablementSubject {
  return { ...pinOf(skill), description: skill.head.description, origin: subjectOriginOf(skill) }
}

/** The part of a skill's origin that approval requests show. */
export function subjectOriginOf({ origin }: Pick<Skill, 'origin'>): SubjectOrigin {
  const { provenance, sourceUrl, sourceId } = origin
  return { provenance, sourceUrl, sourceId }
}

function pinOf({ id, slug, head, origin }: Skill): ActiveSkill {
  return {
    skillId: id,
    digest: head.digest,
    slug,
    name: head.name,
    contentLength: head.contentLength,
    sourceType: origin.sourceType,
  }
}
