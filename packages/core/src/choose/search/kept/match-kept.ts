import type { SkillId } from '../../../base/ids.ts'
import type { SkillHead, SkillStore } from '../../../ports/skills.ts'
import {
  currentSkill,
  type KeptSegment,
  type KeptSkill,
  TenantSegments,
} from '../tenant-segments.ts'

/** Heads are small. */
const pageSize = 1_000

export interface MatchedIndex {
  /** The kept skills that the store has with this text. */
  readonly segments: TenantSegments
  /** All others that the store has. */
  readonly changed: readonly SkillId[]
  /** Whether nothing of what was kept is out of date. */
  readonly isSame: boolean
}

type HeadsFeed = () => Pick<SkillStore, 'heads'>

/**
 * Compares kept segments with each skill of the store, so that an index that is older, newer or of another database never
 * shows in a result.
 */
export async function matchKept(
  kept: readonly KeptSegment[],
  openFeed: HeadsFeed,
): Promise<MatchedIndex> {
  const before = new Map<SkillId, KeptSkill>()
  for (const { skills } of kept) for (const skill of skills) if (skill) before.set(skill.id, skill)
  const current = new Map<KeptSkill, KeptSkill>()
  const changed: SkillId[] = []
  let isSame = true
  for await (const page of pagesOfHeads(openFeed)) {
    for (const head of page) {
      const known = before.get(head.id)
      const now = known && currentSkill(known, head)
      if (known && now) {
        current.set(known, now)
        isSame &&= known.enabled === now.enabled && known.isSample === now.isSample
      } else changed.push(head.id)
    }
  }
  const segments = new TenantSegments()
  for (const { owner, segment, skills } of kept) {
    const restored = skills.map((skill) => (skill && current.get(skill)) ?? null)
    segments.restore({ owner, segment, skills: restored })
  }
  return { segments, changed, isSame: isSame && current.size === before.size }
}

/** Reads the next page while one is compared. */
async function* pagesOfHeads(openFeed: HeadsFeed): AsyncGenerator<readonly SkillHead[]> {
  const read = (after: SkillId | null) => openFeed().heads(after, pageSize)
  for (let page = await read(null); page.length > 0; ) {
    const next = read(page.at(-1)!.id)
    // The await below throws a failure; until then it must not count as unhandled.
    next.catch(() => {})
    yield page
    page = await next
  }
}
