import { countCharacters } from '@repertoire/skill-md'
import type { Timestamp } from '../../base/ids.ts'
import { renderSkillList } from '../../choose/catalogue/skill-list.ts'
import { listedSkills } from '../tools/offered-list.ts'
import { type ListServices, listOfferedSkills, mayUseSkills } from '../tools/offered-skills.ts'
import { libraryListFormat } from '../toolsets/library/library-summary.ts'
import { portableListFormat } from '../toolsets/portable/portable-prompt.ts'
import { byUseCount } from './list-order.ts'

/** How much of the skills the list of a prompt has room for. */
export interface SkillListCost {
  /** The skills that belong into the list. */
  readonly skills: number
  /** Those whose description is in it, in full or cut. */
  readonly described: number
  /** Characters of the list with everything in full. */
  readonly fullCharacters: number
  /** There are more skills than a list reads; they are not counted. */
  readonly hasMore: boolean
}

/**
 * The list of a new conversation of this person, before anything was said. In the form of the toolset `library` where
 * the organisation has that, otherwise of `portable`.
 */
export async function skillListCost(
  services: ListServices,
  now: Timestamp,
): Promise<SkillListCost> {
  const { settings } = services
  if (!mayUseSkills(services)) {
    return { skills: 0, described: 0, fullCharacters: 0, hasMore: false }
  }
  const { offered, hasMore } = await listOfferedSkills(services)
  const isLibrary = settings.toolsets.includes('library')
  const format = isLibrary ? libraryListFormat(settings) : portableListFormat(settings)
  const skills = listedSkills(offered, byUseCount(offered, now), format)
  const { undescribed } = renderSkillList(skills, { ...format, hasMore })
  const full = { ...format, hasMore: false, limit: Number.MAX_SAFE_INTEGER }
  return {
    skills: skills.length,
    described: skills.length - undescribed.length,
    fullCharacters: countCharacters(renderSkillList(skills, full).text),
    hasMore,
  }
}
