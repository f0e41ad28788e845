import { renderSkillList } from '../../../choose/catalogue/skill-list.ts'
import { missingPermission } from '../../../domain/permissions.ts'
import { type ListServices, listOfferedSkills, mayUseSkills } from '../../tools/offered-skills.ts'

/** Characters of the list. */
const listLimit = 12_000

/**
 * The list of skills with its frame, and the nudge to save what was learnt (D4). A run is told of what it may
 * do: without skills to take up there is no list, and without the right to write them no nudge.
 */
export async function portablePreamble(services: ListServices): Promise<string> {
  const { principal, settings } = services
  const list = mayUseSkills(services) ? await availableSkills(services) : ''
  const showNudges = settings.nudges && !missingPermission(principal, 'skills.write')
  return [list, showNudges ? nudge : ''].filter((part) => part !== '').join('\n\n')
}

async function availableSkills(services: ListServices): Promise<string> {
  const { offered, hasMore } = await listOfferedSkills(services)
  const { text } = renderSkillList(
    offered
      .filter(({ head }) => head.description.trim() !== '')
      .map(({ slug, head }) => ({ slug, texts: [head.description, head.whenToUse] })),
    { limit: listLimit, hasMore, line: skillLine },
  )
  return text === '' ? '' : `<available_skills>\n${text}\n</available_skills>`
}

const nudge =
  'When a task took several attempts, or the person showed you how they want it done, and it is likely to come up again: write the procedure down with save_skill before you finish, or correct the skill that fell short.'

function skillLine(slug: string, [description = '', whenToUse = '']: readonly string[]): string {
  const line = description === '' ? '' : `: ${description}`
  return whenToUse === '' ? `- ${slug}${line}` : `- ${slug}${line} Use it: ${whenToUse}`
}
