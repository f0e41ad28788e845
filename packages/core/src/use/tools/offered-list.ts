import { renderSkillList, type SkillListFormat } from '../../choose/catalogue/skill-list.ts'
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
 * The list of the skills that the agent may use, without those that the prompt names already (B2, D4). Empty without
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
  const ranks = new Map(order.map((id, rank) => [id, rank]))
  const included = offered.filter(
    (skill) => !named.has(skill.id) && (format.includes?.(skill) ?? true),
  )
  const { text, listed } = renderSkillList(
    included.map((skill) => ({
      ...{
        slug: skill.slug,
        texts: format.texts(skill),
        rank: ranks.get(skill.id) ?? rankOfOthers(skill),
      },
    })),
    { ...format, hasMore },
  )
  const listedSlugs = new Set(listed)
  for (const { id, slug } of included) if (listedSlugs.has(slug)) named.add(id)
  return text
}
