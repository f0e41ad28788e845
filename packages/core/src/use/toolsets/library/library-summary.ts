import { renderSkillList } from '../../../choose/catalogue/skill-list.ts'
import { missingPermission } from '../../../domain/permissions.ts'
import { type ListServices, listOfferedSkills, mayUseSkills } from '../../tools/offered-skills.ts'

const heading = '## Available Skills'
/** The maximum characters of the summary with its heading; about 3,000 tokens in every turn. */
export const summaryLimit = 12_000

/**
 * The preamble of the toolset `library`: the skills that an agent can read, one line each, in document B's
 * form (B2), then the nudges to save what was learnt (B6). The same skills give the same bytes, so that a
 * provider's prompt cache holds. Skills are listed only to an agent that may use them; nudges are shown
 * only where they are on and the agent may write skills.
 */
export async function librarySummary(services: ListServices): Promise<string> {
  const { principal, settings } = services
  const list = mayUseSkills(services) ? await listOf(services) : ''
  const showNudges = settings.nudges && !missingPermission(principal, 'skills.write')
  return [list, showNudges ? nudges : ''].filter((part) => part !== '').join('\n\n')
}

async function listOf(services: ListServices): Promise<string> {
  const { offered, hasMore } = await listOfferedSkills(services)
  const { text } = renderSkillList(
    offered.map(({ slug, head }) => ({ slug, texts: [head.description, head.tags.join(', ')] })),
    {
      limit: summaryLimit - heading.length - 1,
      hasMore,
      remedy: 'use list_skills',
      line: summaryLine,
    },
  )
  return text === '' ? '' : `${heading}\n${text}`
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
