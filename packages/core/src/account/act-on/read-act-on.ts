import type { SkillId } from '../../base/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import type { TenantStore } from '../../ports/store.ts'
import { queryFor, type Stats, type StatsRequest } from '../usage/read-stats.ts'
import { type ActOnEntry, type JudgedSkill, judgeSkills } from './act-on.ts'
import { type Retests, readRetests } from './read-retests.ts'

/** Skills that are looked at. */
export const maxJudgedSkills = 2000
const pageSize = 200

export interface ActOn {
  readonly scope: Stats['scope']
  readonly entries: readonly ActOnEntry[]
  /** There are more skills than {@link maxJudgedSkills}; the others were not looked at. */
  readonly truncated: boolean
  readonly retests: Retests
  /** Slugs of the skills that were looked at. */
  readonly slugs: ReadonlyMap<SkillId, string>
}

/**
 * What the skills that the person sees, and agents may be offered, need. By the same conversations as the numbers;
 * when a skill was last used is the same for everybody who sees it. Throws ProblemError `stats.days-invalid`.
 */
export async function readActOn(
  store: TenantStore,
  principal: Principal,
  request: Omit<StatsRequest, 'by' | 'skill'>,
): Promise<ActOn> {
  const { scope, query } = queryFor(principal, { ...request, by: 'skill' })
  const [{ skills, truncated }, groups, { settings }] = await Promise.all([
    offeredSkills(store, principal),
    store.usage.groups(query, maxJudgedSkills),
    store.settings.get(),
  ])
  const usage = new Map(
    groups.flatMap(({ key, facts }) => (key.skillId ? [[key.skillId, facts] as const] : [])),
  )
  const retests = await readRetests(store, skills)
  const measure = {
    ...{ usage, retested: retests.bySkill, fromDay: request.fromDay },
    budgetChars: settings.skillsMaxPromptChars,
  }
  const slugs = new Map(skills.map(({ id, slug }) => [id, slug]))
  return { scope, entries: judgeSkills(skills, measure), truncated, retests, slugs }
}

async function offeredSkills(
  { skills }: TenantStore,
  { userId }: Principal,
): Promise<{ readonly skills: readonly JudgedSkill[]; readonly truncated: boolean }> {
  const found = new Map<SkillId, JudgedSkill>()
  let cursor: string | undefined
  do {
    const filter = { enabled: true, archived: false }
    const page = await skills.list(userId, filter, { cursor, limit: pageSize })
    for (const { id, slug, head, createdAt, lastUsedAt } of page.items) {
      const { contentLength, digest } = head
      found.set(id, { id, slug, digest, contentLength, createdAt, lastUsedAt })
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && found.size < maxJudgedSkills)
  return { skills: [...found.values()], truncated: cursor !== undefined }
}
