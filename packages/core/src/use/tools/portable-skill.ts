import { packageLimits } from '@repertoire/skill-md'
import { type Problem, ProblemError } from '../../base/errors.ts'
import { disabledSkill } from '../../domain/disabled-skill.ts'
import type { UsedSkill } from '../../domain/events.ts'
import type { Skill } from '../../domain/skill.ts'
import { skillFieldsOf } from '../../domain/skill-fields.ts'
import { slugsFor } from '../../domain/slug.ts'
import { failedConditionHere, notAvailableHere } from './skill-conditions.ts'
import type { ToolFacts, ToolServices } from './tool.ts'

/**
 * The slug that a model means by a name: the name itself where it is a slug, otherwise one made from
 * it.
 */
export function slugFromName(name: string): string {
  return slugsFor(name)[0] as string
}

/** The skill that a name means for this person: with exactly that slug, otherwise with the slug made from it. */
export async function findByName(
  { skills, viewer }: Pick<ToolServices, 'skills' | 'viewer'>,
  name: string,
): Promise<Skill | null> {
  for (const slug of slugsFor(name)) {
    const skill = await skills.findBySlug(viewer, slug)
    if (skill) return skill
  }
  return null
}

/** The skill as the log records its use. */
export function usedSkillOf({ id, slug, head }: Skill): UsedSkill {
  return { skillId: id, digest: head.digest, slug, name: head.name }
}

/** The skill that a call names, and its condition that fails here. */
export type NamedSkill = Pick<ToolFacts, 'skill' | 'failedCondition'>

/**
 * Why the model may not start to use a skill: it does not exist for it, is disabled, or one of its conditions
 * fails. A human-only skill does not exist for a model.
 */
export function unavailable(
  { skill, failedCondition }: NamedSkill,
  name: string,
): Problem | undefined {
  if (skill && skillFieldsOf(skill.head).disableModelInvocation) return unknownSkill(name)
  const problem = unavailableSkill(skill, name)
  if (problem || !skill || failedCondition === null) return problem
  return notAvailableHere(skill, failedCondition)
}

/** The skill that a call names. Throws the problem of {@link unavailable}. */
export function usableSkill(named: NamedSkill, name: string): Skill {
  const problem = unavailable(named, name)
  if (problem || !named.skill) throw new ProblemError(problem ?? unknownSkill(name))
  return named.skill
}

/** Finds a skill by its slug as the model names it, with its failed condition. */
export async function findNamedSkill(
  services: Pick<ToolServices, 'skills' | 'viewer' | 'environment'>,
  name: string,
): Promise<NamedSkill> {
  const { environment } = services
  const skill = await findByName(services, name)
  return { skill, failedCondition: skill && (await failedConditionHere(skill, environment)) }
}

/** Why the model may no longer use a skill that it was given: it is gone, or disabled. */
export function unavailableSkill(skill: Skill | null, name: string): Problem | undefined {
  if (!skill) return unknownSkill(name)
  if (skill.enabled && skill.archivedAt === null) return undefined
  return disabledSkill(skill)
}

/**
 * Reads the text of a skill for a model. Compaction never drops it, so a text larger than the context
 * would end the conversation. Throws ProblemError `skill.too-large`, `skill.not-found`.
 */
export async function instructionsOf(
  { skills, viewer }: Pick<ToolServices, 'skills' | 'viewer'>,
  { id, slug, head }: Skill,
): Promise<string> {
  const content = await skills.content(viewer, id, head.digest)
  if (!content) throw new ProblemError(unknownSkill(slug))
  const size = new TextEncoder().encode(content.body).length
  if (size > packageLimits.textBytes) throw new ProblemError(tooLarge(slug, size))
  return content.body
}

function tooLarge(slug: string, size: number): Problem {
  return {
    code: 'skill.too-large',
    kind: 'too-large',
    message: `The instructions of "${slug}" are ${size} bytes; at most ${packageLimits.textBytes} are given to an agent.`,
    hint: 'Go on without it, or tell the person that it would have to be split into files.',
    details: { slug, size, limit: packageLimits.textBytes },
  }
}

/** The revision that this conversation was given last, by use_skill or in the prompt. */
export function givenRevision(
  slug: string,
  { turn, session }: Pick<ToolFacts, 'turn' | 'session'>,
): Pick<UsedSkill, 'skillId' | 'digest'> | undefined {
  return turn.used.get(slug) ?? session.active.find((active) => active.slug === slug)
}

/**
 * Whether the scripts of a skill may no longer be run: the agent was given it as one of its own, and
 * it is detached since. A skill from the library stays usable.
 */
export function isDetached(
  { slug, skillId }: Pick<UsedSkill, 'slug' | 'skillId'>,
  { turn, attached }: Pick<ToolFacts, 'turn' | 'attached'>,
): boolean {
  return turn.agentSkillSlugs.has(slug) && !attached.some(({ id }) => id === skillId)
}

export function unknownSkill(name: string): Problem {
  const shownName = name.slice(0, 200)
  return {
    code: 'skill.not-found',
    kind: 'not-found',
    message: `There is no skill named ${JSON.stringify(shownName)} that you could use.`,
    hint: 'Take the name exactly as a list or a search of skills gives it; if none fits, go on without a skill.',
    details: { name: shownName },
  }
}
