import { missingPermission } from '../../../domain/permissions.ts'
import type { OrganisationSettings } from '../../../domain/settings.ts'
import { type OfferedListFormat, offeredList } from '../../tools/offered-list.ts'
import type { ListServices } from '../../tools/offered-skills.ts'
import { newSkillLists, type SkillLists } from '../../tools/skill-lists.ts'

const heading = '## Available Skills'

/**
 * The preamble of the toolset `library`: the skills that an agent can read, one line each, in document B's
 * form, then the nudges to save what was learnt. The same skills give the same bytes, so that a
 * provider's prompt cache holds. Skills are listed only to an agent that may use them; nudges are shown
 * only where they are on and the agent may write skills.
 */
export async function librarySummary(
  services: ListServices,
  lists: SkillLists = newSkillLists(),
): Promise<string> {
  const { principal, settings } = services
  const list = await listOf(services, lists)
  const showNudges = settings.nudges && !missingPermission(principal, 'skills.write')
  return [list, showNudges ? nudges : ''].filter((part) => part !== '').join('\n\n')
}

async function listOf(services: ListServices, lists: SkillLists): Promise<string> {
  const format = libraryListFormat(services.settings)
  const text = await offeredList(services, lists, format)
  return text === '' ? '' : `${heading}\n${text}`
}

export function libraryListFormat({
  skillListMaxChars,
}: Pick<OrganisationSettings, 'skillListMaxChars'>): OfferedListFormat {
  return {
    limit: skillListMaxChars - heading.length - 1,
    texts: ({ head }) => [head.description, head.tags.join(', ')],
    remedy: 'use list_skills',
    line: summaryLine,
  }
}

/**
 * A skill without a description is listed with slug and tags: it can be read, though nothing recommends it.
 */
function summaryLine(slug: string, [description = '', tags = '']: readonly string[]): string {
  const line = description === '' ? `- ${slug}` : `- ${slug}: ${description}`
  return tags === '' ? line : `${line} [${tags}]`
}

const nudges = `Keep what is learnt, where it will be found again:
- You have finished something of several steps, or found the way only after trying: if it is likely to come up again, write the procedure down with create_skill before you end.
- The person corrects how something is done: change the skill that covers it with update_skill, so that it is right the next time.
- You do the same kind of task once more without a skill for it: make one of what the times had in common.`
