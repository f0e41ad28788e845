import type { Problem } from '../../base/errors.ts'
import {
  describeFailedCondition,
  type RoutingEnvironment,
} from '../../choose/routing/conditions.ts'
import { failedConditionOf, hasConditions } from '../../choose/routing/routing-of.ts'
import type { Skill } from '../../domain/skill.ts'

/** Provides the environment of the turn; made once, when a skill with conditions is met. */
export type ReadEnvironment = () => Promise<RoutingEnvironment>

/** The condition of the skill that fails here, as `requires_tools:web_search`; null when all hold. */
export async function failedConditionHere(
  skill: Skill,
  environment: ReadEnvironment,
): Promise<string | null> {
  return hasConditions(skill) ? failedConditionOf(skill, await environment()) : null
}

/** The skills whose conditions hold, in their order. */
export async function availableHere<One extends Skill>(
  skills: readonly One[],
  environment: ReadEnvironment,
): Promise<readonly One[]> {
  const failed = await Promise.all(skills.map((skill) => failedConditionHere(skill, environment)))
  return skills.filter((_, index) => failed[index] === null)
}

/** Why a skill cannot be used here (`skill.not-available-here`); undefined when its conditions hold. */
export async function availabilityProblem(
  skill: Skill,
  environment: ReadEnvironment,
): Promise<Problem | undefined> {
  const condition = await failedConditionHere(skill, environment)
  return condition === null ? undefined : notAvailableHere(skill, condition)
}

/** The refusal to use a skill with a failed condition (`skill.not-available-here`). */
export function notAvailableHere({ slug }: Pick<Skill, 'slug'>, condition: string): Problem {
  return {
    code: 'skill.not-available-here',
    kind: 'forbidden',
    message: `"${slug}" is not available here: it ${describeFailedCondition(condition)}.`,
    hint: 'Go on without it, or tell the person what it needs.',
    details: { slug, condition },
  }
}
