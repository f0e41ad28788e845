import type { UserId } from '../../base/ids.ts'
import { mayNotEnable, missingPermission } from '../../domain/permissions.ts'
import type { Skill } from '../../domain/skill.ts'
import type { SkillStore } from '../../ports/skills.ts'
import { fieldsOf } from './portable-skill.ts'
import type { ToolServices } from './tool.ts'

/** Skills that are read for a list; what is beyond is said to be there. */
const maxSkills = 500
const pageSize = 200

/** What a list of skills for a prompt is made from. */
export type ListServices = Pick<ToolServices, 'skills' | 'viewer' | 'principal' | 'settings'>

export interface OfferedSkills {
  /** Each slug once, the person's own before the organisation's. */
  readonly offered: readonly Skill[]
  /** There are more; how many is not known. */
  readonly hasMore: boolean
}

/** Whether a run may take skills up at all; one that may not is told of none (A7, A13). */
export function mayUseSkills({ principal, settings }: ListServices): boolean {
  return !missingPermission(principal, 'skills.read') && !mayNotEnable(settings, principal.role)
}

/** The skills a person's agent may take up by itself: switched on, in no archive, not for people only (D2). */
export async function listOfferedSkills({
  skills,
  viewer,
}: Pick<ListServices, 'viewer'> & {
  readonly skills: Pick<SkillStore, 'list'>
}): Promise<OfferedSkills> {
  const [enabled, hiding] = await Promise.all([
    readSkills(skills, viewer, { enabled: true }),
    readSkills(skills, viewer, { enabled: false, scope: 'user' }),
  ])
  const bySlug = new Map<string, Skill>()
  for (const skill of [...enabled.items, ...hiding.items]) {
    if (skill.scope.kind === 'user' || !bySlug.has(skill.slug)) bySlug.set(skill.slug, skill)
  }
  return { offered: [...bySlug.values()].filter(isOffered), hasMore: enabled.more }
}

/** The person's own skill hides the organisation's of the same slug, also when it is switched off. */
function isOffered({ enabled, archivedAt, head }: Skill): boolean {
  return enabled && archivedAt === null && !fieldsOf(head).disableModelInvocation
}

async function readSkills(
  skills: Pick<SkillStore, 'list'>,
  viewer: UserId,
  filter: Parameters<SkillStore['list']>[1],
): Promise<{ items: readonly Skill[]; more: boolean }> {
  const items: Skill[] = []
  let cursor: string | undefined
  do {
    const limit = Math.min(pageSize, maxSkills - items.length)
    const page = await skills.list(viewer, filter, { limit, cursor })
    items.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && items.length < maxSkills)
  return { items, more: cursor !== undefined }
}
