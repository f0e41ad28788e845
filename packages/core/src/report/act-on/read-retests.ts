import type { SkillId } from '../../base/ids.ts'
import type { OutcomeRetest, RetestedSkill } from '../../domain/outcome-retest.ts'
import type { RevisionFacts } from '../../domain/skill.ts'
import type { TenantStore } from '../../ports/store.ts'

/** So many of the latest are looked at. */
const maxRetests = 20

/** How a skill's tests went when a model changed, by the newest retest that tried its content of now. */
export interface SkillRetest {
  readonly retest: OutcomeRetest
  readonly result: RetestedSkill
}

export interface Retests {
  readonly latest: OutcomeRetest | null
  readonly bySkill: ReadonlyMap<SkillId, SkillRetest>
}

/** Only what was tried with a model that is in use now. */
export async function readRetests(
  store: Pick<TenantStore, 'outcomeRetests' | 'settings' | 'agents'>,
  skills: readonly (Pick<RevisionFacts, 'digest'> & { readonly id: SkillId })[],
): Promise<Retests> {
  const retests = await store.outcomeRetests.list(maxRetests)
  const digests = new Map(skills.map(({ id, digest }) => [id, digest]))
  const bySkill = new Map<SkillId, SkillRetest>()
  const isOfNow = await currentModels(store, retests)
  for (const retest of retests.filter(isOfNow)) {
    for (const result of retest.result?.skills ?? []) {
      const { skillId, digest } = result
      if (digests.get(skillId) !== digest || bySkill.has(skillId)) continue
      bySkill.set(skillId, { retest, result })
    }
  }
  return { latest: retests[0] ?? null, bySkill }
}

async function currentModels(
  { settings, agents }: Pick<TenantStore, 'settings' | 'agents'>,
  retests: readonly OutcomeRetest[],
): Promise<(retest: OutcomeRetest) => boolean> {
  const { defaultModelId } = (await settings.get()).settings
  const ids = new Set(retests.flatMap(({ agentId }) => agentId ?? []))
  const found = await Promise.all([...ids].map((id) => agents.get(id)))
  const models = new Map(
    found.flatMap((agent) => (agent ? [[agent.id, agent.modelId ?? defaultModelId]] : [])),
  )
  return ({ agentId, after }) =>
    agentId === null ? after === defaultModelId : models.get(agentId) === after
}
