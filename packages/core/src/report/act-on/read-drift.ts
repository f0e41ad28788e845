import type { SkillId } from '../../base/ids.ts'
import type { RevisionFacts } from '../../domain/skill.ts'
import type { TenantStore } from '../../ports/store.ts'

export const driftReasons = ['edited-here', 'update-waits', 'gone-from-source'] as const
export type DriftReason = (typeof driftReasons)[number]

const idsAtOnce = 500
const maxWaiting = 200

/** How skills that came from a source differ from what it has now, as of its last sync. */
export async function readDrift(
  { sources, reviews }: Pick<TenantStore, 'sources' | 'reviews'>,
  skills: readonly (Pick<RevisionFacts, 'digest'> & { readonly id: SkillId })[],
): Promise<ReadonlyMap<SkillId, readonly DriftReason[]>> {
  const byId = new Map(skills.map((skill) => [skill.id, skill]))
  const found = new Map<SkillId, DriftReason[]>()
  const add = (id: SkillId, reason: DriftReason) => {
    const reasons = found.get(id) ?? []
    if (byId.has(id) && !reasons.includes(reason)) found.set(id, [...reasons, reason])
  }
  const ids = [...byId.keys()]
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const items = await sources.itemsOfSkills(ids.slice(start, start + idsAtOnce))
    for (const { skillId, state, appliedDigest } of items) {
      const skill = skillId && byId.get(skillId)
      if (!skill) continue
      if (appliedDigest !== null && skill.digest !== appliedDigest) add(skill.id, 'edited-here')
      if (state === 'missing') add(skill.id, 'gone-from-source')
    }
  }
  const updates = { audience: 'imports', states: ['held'] } as const
  for (const { skillId } of (await reviews.list(updates, { limit: maxWaiting })).items) {
    if (skillId) add(skillId, 'update-waits')
  }
  return found
}
