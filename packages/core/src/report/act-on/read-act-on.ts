import type { SkillId } from '../../base/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import type { TenantStore } from '../../ports/store.ts'
import { type ConflictingPair, readConflicts } from '../conflicts/read-conflicts.ts'
import { queryFor, type Stats, type StatsRequest } from '../usage/read-stats.ts'
import { type ActOnEntry, type JudgedSkill, judgeSkills } from './act-on.ts'
import { readDrift } from './read-drift.ts'
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
  const [retests, drifted, { pairs }] = await Promise.all([
    readRetests(store, skills),
    readDrift(store, skills),
    readConflicts(store, principal, request),
  ])
  const measure = {
    ...{ usage, retested: retests.bySkill, fromDay: request.fromDay },
    ...{ drifted, conflicting: slugsInConflict(pairs) },
    budgetChars: settings.skillsMaxPromptChars,
  }
  const slugs = new Map(skills.map(({ id, slug }) => [id, slug]))
  return { scope, entries: judgeSkills(skills, measure), truncated, retests, slugs }
}

function slugsInConflict(
  pairs: readonly ConflictingPair[],
): ReadonlyMap<SkillId, readonly string[]> {
  const found = new Map<SkillId, string[]>()
  for (const { skills } of pairs) {
    for (const [index, { id }] of skills.entries()) {
      found.set(id, [...(found.get(id) ?? []), skills[1 - index]?.slug ?? ''])
    }
  }
  return found
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
      const { contentLength, digest, name, description, contentHash } = head
      const content = { digest, contentLength, name, description, contentHash }
      found.set(id, { id, slug, ...content, createdAt, lastUsedAt })
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && found.size < maxJudgedSkills)
  return { skills: [...found.values()], truncated: cursor !== undefined }
}
