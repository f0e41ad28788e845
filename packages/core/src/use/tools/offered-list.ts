import type { SkillId } from '../../base/ids.ts'
import {
  type ListedSkill,
  renderSkillList,
  type SkillListFormat,
} from '../../choose/catalogue/skill-list.ts'
import type { Skill } from '../../domain/skill.ts'
import {
  type ListServices,
  listOfferedSkills,
  mayUseSkills,
  rankOfOthers,
} from './offered-skills.ts'
import type { SkillLists } from './skill-lists.ts'

export interface OfferedListFormat extends Pick<SkillListFormat, 'limit' | 'remedy' | 'line'> {
  /** Whether a skill belongs into this list. */
  includes?(skill: Skill): boolean
  /** The author's texts, in the order of the line. */
  texts(skill: Skill): readonly string[]
}

/**
 * The list of the skills that the agent may use, without those that the prompt names already. Empty without
 * skills, for an agent that may not use them, and beside the catalogue of the turn.
 */
export async function offeredList(
  services: ListServices,
  lists: SkillLists,
  format: OfferedListFormat,
): Promise<string> {
  if (lists.hasCatalogue || !mayUseSkills(services)) return ''
  const { order, named } = lists
  const { offered, hasMore } = await listOfferedSkills(services, order)
  const unnamed = offered.filter(({ id }) => !named.has(id))
  const { text, listed } = renderSkillList(listedSkills(unnamed, order, format), {
    ...format,
    hasMore,
  })
  const listedSlugs = new Set(listed)
  for (const { id, slug } of unnamed) if (listedSlugs.has(slug)) named.add(id)
  return text
}

/** The skills that belong into a list, with their texts, in an order of preference. Pure. */
export function listedSkills(
  offered: readonly Skill[],
  order: readonly SkillId[],
  format: OfferedListFormat,
): readonly ListedSkill[] {
  const ranks = new Map(order.map((id, rank) => [id, rank]))
  return offered
    .filter((skill) => format.includes?.(skill) ?? true)
    .map((skill) => ({
      ...{
        slug: skill.slug,
        texts: format.texts(skill),
        rank: ranks.get(skill.id) ?? rankOfOthers(skill),
      },
    }))
}
