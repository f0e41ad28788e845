import type { Skill } from '../catalog/skill.ts'
import type { UserId } from '../ids.ts'
import { mayNotEnable, missingPermission } from '../policy/permissions.ts'
import type { SkillStore } from '../ports/skills.ts'
import { renderSkillList } from '../prompt/skill-list.ts'
import { fieldsOf } from './portable-skill.ts'
import type { ToolServices } from './tool.ts'

/** Skills that are read for a list; what is beyond is said to be there. */
const mostSkills = 500
const pageSize = 200
/** Characters of the list. */
const listLimit = 12_000

type PreambleServices = Pick<ToolServices, 'skills' | 'viewer' | 'principal' | 'settings'>

/** The enabled skills a person's agent may use by itself, each slug once, and whether there are more. */
export async function skillsToOffer(
  skills: Pick<SkillStore, 'list'>,
  viewer: UserId,
): Promise<{ readonly offered: readonly Skill[]; readonly unread: boolean }> {
  const [enabled, hiding] = await Promise.all([
    readSkills(skills, viewer, { enabled: true }),
    readSkills(skills, viewer, { enabled: false, scope: 'user' }),
  ])
  const bySlug = new Map<string, Skill>()
  for (const skill of [...enabled.items, ...hiding.items]) {
    if (skill.scope.kind === 'user' || !bySlug.has(skill.slug)) bySlug.set(skill.slug, skill)
  }
  return { offered: [...bySlug.values()].filter(isOffered), unread: enabled.more }
}

/**
 * The list of skills with its frame, and the nudge to save what was learnt (D4). A run is told of what it may
 * do: without skills to take up there is no list, and without the right to write them no nudge.
 */
export async function portablePreamble(services: PreambleServices): Promise<string> {
  const { principal, settings } = services
  const mayUse =
    !missingPermission(principal, 'skills.read') && !mayNotEnable(settings, principal.role)
  const list = mayUse ? await availableSkills(services) : ''
  const advice = missingPermission(principal, 'skills.write') ? '' : nudge
  return [list, advice].filter((part) => part !== '').join('\n\n')
}

async function availableSkills({ skills, viewer }: PreambleServices): Promise<string> {
  const { offered, unread } = await skillsToOffer(skills, viewer)
  const { text } = renderSkillList(
    offered.map(({ slug, head }) => ({ slug, texts: [head.description, head.whenToUse] })),
    { limit: listLimit, unread, line: skillLine },
  )
  return text === '' ? '' : `<available_skills>\n${text}\n</available_skills>`
}

const nudge =
  'When a task took several attempts, or the person showed you how they want it done, and it is likely to come up again: write the procedure down with save_skill before you finish, or correct the skill that fell short.'

function skillLine(slug: string, [description = '', whenToUse = '']: readonly string[]): string {
  const said = description === '' ? '' : `: ${description}`
  return whenToUse === '' ? `- ${slug}${said}` : `- ${slug}${said} Use it: ${whenToUse}`
}

/** The person's own skill hides the organisation's of the same slug, also when it is switched off. */
function isOffered({ enabled, archivedAt, head }: Skill): boolean {
  if (!enabled || archivedAt !== null || head.description.trim() === '') return false
  return !fieldsOf(head).disableModelInvocation
}

async function readSkills(
  skills: Pick<SkillStore, 'list'>,
  viewer: UserId,
  filter: Parameters<SkillStore['list']>[1],
): Promise<{ items: readonly Skill[]; more: boolean }> {
  const items: Skill[] = []
  let cursor: string | undefined
  do {
    const limit = Math.min(pageSize, mostSkills - items.length)
    const page = await skills.list(viewer, filter, { limit, cursor })
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && items.length < mostSkills)
  return { items, more: cursor !== undefined }
}
