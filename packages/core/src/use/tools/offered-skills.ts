import type { SkillId, UserId } from '../../base/ids.ts'
import { mayNotEnable, missingPermission } from '../../domain/permissions.ts'
import { isSample } from '../../domain/sample.ts'
import type { Skill } from '../../domain/skill.ts'
import { skillFieldsOf } from '../../domain/skill-fields.ts'
import type { SkillStore } from '../../ports/skills.ts'
import { availableHere } from './skill-conditions.ts'
import type { ToolServices } from './tool.ts'

/** The maximum number of skills in a list; further ones are only mentioned. */
const maxSkills = 500
const pageSize = 200
const maxLookedUp = 50

/** The services for a list of skills in a prompt. */
export type ListServices = Pick<
  ToolServices,
  'skills' | 'viewer' | 'principal' | 'settings' | 'environment' | 'enabledSkills'
>

/** The enabled skills that a person sees, at most 500: their own and the organisation's, each slug once. */
interface EnabledSkills {
  readonly skills: readonly Skill[]
  /** There are more skills, in an unknown number. */
  readonly hasMore: boolean
}

/** Reads the enabled skills of one person. */
export type ReadEnabledSkills = () => Promise<EnabledSkills>

export interface OfferedSkills {
  /** Each slug once, the person's own skill before the organisation's. */
  readonly offered: readonly Skill[]
  /** There are more skills, in an unknown number. */
  readonly hasMore: boolean
}

/** Whether a run may use skills; otherwise none is listed. */
export function mayUseSkills({
  principal,
  settings,
}: Pick<ListServices, 'principal' | 'settings'>): boolean {
  return !missingPermission(principal, 'skills.read') && !mayNotEnable(settings, principal.role)
}

/**
 * Reads the enabled skills again only after a skill was changed: every step of a run asks for them, more than once.
 * `useCount` and `lastUsedAt` are those of the first time.
 */
export function keepEnabledSkills(
  skills: Pick<SkillStore, 'list' | 'lastChangeSeq'>,
  viewer: UserId,
): ReadEnabledSkills {
  let kept: { readonly changeSeq: number; readonly read: Promise<EnabledSkills> } | undefined
  return async () => {
    const changeSeq = await skills.lastChangeSeq()
    if (kept?.changeSeq !== changeSeq) {
      kept = { changeSeq, read: readEnabledSkills(skills, viewer) }
      kept.read.catch(() => {
        kept = undefined
      })
    }
    return kept.read
  }
}

async function readEnabledSkills(
  skills: Pick<SkillStore, 'list'>,
  viewer: UserId,
): Promise<EnabledSkills> {
  const [enabled, hiding] = await Promise.all([
    readSkills(skills, viewer, { enabled: true }),
    readSkills(skills, viewer, { enabled: false, scope: 'user' }),
  ])
  const bySlug = new Map<string, Skill>()
  for (const skill of [...enabled.items, ...hiding.items]) {
    if (skill.scope.kind === 'user' || !bySlug.has(skill.slug)) bySlug.set(skill.slug, skill)
  }
  return { skills: [...bySlug.values()], hasMore: enabled.more }
}

/**
 * The skills that a person's agent may use by itself: enabled, not archived, not human-only, with all
 * conditions met. Skills of `also` are among them where there are more than are read; at most 50 of these are
 * looked up.
 */
export async function listOfferedSkills(
  {
    skills,
    viewer,
    environment,
    enabledSkills,
  }: Pick<ListServices, 'viewer' | 'environment' | 'enabledSkills'> & {
    readonly skills: Pick<SkillStore, 'getMany' | 'findBySlug'>
  },
  also: readonly SkillId[] = [],
): Promise<OfferedSkills> {
  const { skills: enabled, hasMore } = await enabledSkills()
  const bySlug = new Map(enabled.map((skill) => [skill.slug, skill]))
  if (hasMore) {
    const found = new Set(enabled.map(({ id }) => id))
    const missing = also.filter((id) => !found.has(id)).slice(0, maxLookedUp)
    for (const { id, slug } of await skills.getMany(viewer, missing)) {
      const skill = bySlug.has(slug) ? null : await skills.findBySlug(viewer, slug)
      if (skill?.id === id) bySlug.set(slug, skill)
    }
  }
  const offered = await availableHere([...bySlug.values()].filter(isOffered), environment)
  return { offered, hasMore }
}

/** The person's own skill hides the organisation's of the same slug, also when it is disabled. */
function isOffered({ enabled, archivedAt, head }: Skill): boolean {
  return enabled && archivedAt === null && !skillFieldsOf(head).disableModelInvocation
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

/** The place of a skill that no order names: samples come after all others. */
export function rankOfOthers(skill: Skill): number {
  return isSample(skill) ? Number.POSITIVE_INFINITY : Number.MAX_SAFE_INTEGER
}
