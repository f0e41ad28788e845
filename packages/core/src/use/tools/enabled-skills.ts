import type { UserId } from '../../base/ids.ts'
import type { Skill } from '../../domain/skill.ts'
import type { SkillStore } from '../../ports/skills.ts'

/** The maximum number of skills in a list; further ones are only mentioned. */
const maxSkills = 500
const pageSize = 200

/** The enabled skills that a person sees, at most 500: their own and the organisation's, each slug once. */
interface EnabledSkills {
  readonly skills: readonly Skill[]
  /** There are more skills, in an unknown number. */
  readonly hasMore: boolean
}

/** Reads the enabled skills of one person. */
export type ReadEnabledSkills = () => Promise<EnabledSkills>

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
