import type { SkillId } from '../../base/ids.ts'
import { mayNotEnable, missingPermission } from '../../domain/permissions.ts'
import { isSample } from '../../domain/sample.ts'
import type { Skill } from '../../domain/skill.ts'
import { skillFieldsOf } from '../../domain/skill-fields.ts'
import type { SkillStore } from '../../ports/skills.ts'
import { availableHere } from './skill-conditions.ts'
import type { ToolServices } from './tool.ts'

const maxLookedUp = 50

/** The services for a list of skills in a prompt. */
export type ListServices = Pick<
  ToolServices,
  'skills' | 'viewer' | 'principal' | 'settings' | 'environment' | 'enabledSkills'
>

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

/** The place of a skill that no order names: samples come after all others. */
export function rankOfOthers(skill: Skill): number {
  return isSample(skill) ? Number.POSITIVE_INFINITY : Number.MAX_SAFE_INTEGER
}
