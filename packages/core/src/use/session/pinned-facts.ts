import type { RevisionDigest, SkillId, UserId } from '../../base/ids.ts'
import type { RevisionFacts, Skill } from '../../domain/skill.ts'
import type { SkillStore } from '../../ports/skills.ts'

interface Pin {
  readonly skillId: SkillId
  readonly digest: RevisionDigest
}

/** A skill with the facts of its pinned revision. */
export interface PinnedFacts {
  readonly skill: Skill
  readonly facts: RevisionFacts
}

/** The facts of the pinned revisions by skill, without skills that are gone or not visible to the viewer. */
export async function pinnedFacts(
  skills: Pick<SkillStore, 'getMany' | 'revisions'>,
  viewer: UserId,
  pins: readonly Pin[],
): Promise<ReadonlyMap<SkillId, PinnedFacts>> {
  if (pins.length === 0) return new Map()
  const digests = new Map(pins.map(({ skillId, digest }) => [skillId, digest]))
  const found = await skills.getMany(viewer, [...digests.keys()])
  const pinned = await Promise.all(
    found.map(async (skill) => {
      const digest = digests.get(skill.id)
      if (skill.head.digest === digest) return { skill, facts: skill.head }
      const revisions = await skills.revisions(viewer, skill.id)
      const facts = revisions.find((revision) => revision.digest === digest)
      return facts ? { skill, facts } : null
    }),
  )
  return new Map(pinned.flatMap((one) => (one ? [[one.skill.id, one] as const] : [])))
}
