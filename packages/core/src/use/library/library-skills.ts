import type { Skill } from '../../domain/skill.ts'
import { skillFieldsOf } from '../../domain/skill-fields.ts'
import type { ToolServices } from '../tools/tool.ts'

const pageSize = 200

/**
 * The skills of the library, each name once: the person's own skill hides the organisation's, also when it
 * is disabled.
 */
export async function listLibrarySkills({
  skills,
  viewer,
}: Pick<ToolServices, 'skills' | 'viewer'>): Promise<readonly Skill[]> {
  const bySlug = new Map<string, Skill>()
  let cursor: string | undefined
  do {
    const page = await skills.list(viewer, {}, { limit: pageSize, cursor })
    for (const skill of page.items) {
      if (skill.scope.kind === 'user' || !bySlug.has(skill.slug)) bySlug.set(skill.slug, skill)
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return [...bySlug.values()].filter(({ head }) => !skillFieldsOf(head).disableModelInvocation)
}
