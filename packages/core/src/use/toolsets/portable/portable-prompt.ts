import { missingPermission } from '../../../domain/permissions.ts'
import type { OrganisationSettings } from '../../../domain/settings.ts'
import { type OfferedListFormat, offeredList } from '../../tools/offered-list.ts'
import type { ListServices } from '../../tools/offered-skills.ts'
import { newSkillLists, type SkillLists } from '../../tools/skill-lists.ts'

/**
 * The list of skills in its block, and the nudge to save what was learnt. Skills are listed only to an
 * agent that may use them, and the nudge is shown only to one that may write them.
 */
export async function portablePrompt(
  services: ListServices,
  lists: SkillLists = newSkillLists(),
): Promise<string> {
  const list = await availableSkills(services, lists)
  return [list, saveSkillHint(services)].filter((part) => part !== '').join('\n\n')
}

/** The nudge to save what was learnt; empty where nudges are off or the person may not write skills. */
export function saveSkillHint({
  principal,
  settings,
}: Pick<ListServices, 'principal' | 'settings'>): string {
  return settings.nudges && !missingPermission(principal, 'skills.write') ? nudge : ''
}

async function availableSkills(services: ListServices, lists: SkillLists): Promise<string> {
  const text = await offeredList(services, lists, portableListFormat(services.settings))
  return text === '' ? '' : `<available_skills>\n${text}\n</available_skills>`
}

export function portableListFormat({
  skillListMaxChars,
}: Pick<OrganisationSettings, 'skillListMaxChars'>): OfferedListFormat {
  return {
    limit: skillListMaxChars,
    includes: ({ head }) => head.description.trim() !== '',
    texts: ({ head }) => [head.description, head.whenToUse],
    line: skillLine,
  }
}

const nudge =
  'When a task took several attempts, or the person showed you how they want it done, and it is likely to come up again: write the procedure down with save_skill before you finish, or correct the skill that fell short.'

function skillLine(slug: string, [description = '', whenToUse = '']: readonly string[]): string {
  const line = description === '' ? '' : `: ${description}`
  return whenToUse === '' ? `- ${slug}${line}` : `- ${slug}${line} Use it: ${whenToUse}`
}
