import type { Problem } from '../../base/errors.ts'
import { enablementSubjectOf } from '../session/active-skill.ts'
import { givenRevision, unavailable, unknownSkill } from './portable-skill.ts'
import type { BoundCall, ToolFacts } from './tool.ts'

/**
 * The request to enable a skill, once per revision and conversation, where people approve skills.
 * `name`: the skill as the model named it.
 */
export function enablementRequest(
  facts: ToolFacts,
  name: string,
): ReturnType<NonNullable<BoundCall['approvalRequest']>> | Problem {
  const { skill, settings } = facts
  const problem = unavailable(facts, name)
  if (problem || !skill) return problem ?? unknownSkill(name)
  if (settings.skillEnablementPolicy !== 'prompt-user' || isGiven(skill, facts)) return null
  return { type: 'skill_enablement', subject: enablementSubjectOf(skill) }
}

/** Whether the model was already given this revision. */
export function isGiven(
  { id, slug, head }: NonNullable<ToolFacts['skill']>,
  facts: Pick<ToolFacts, 'turn' | 'session'>,
): boolean {
  const given = givenRevision(slug, facts)
  return given?.skillId === id && given.digest === head.digest
}
