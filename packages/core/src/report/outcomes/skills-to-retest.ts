import { outcomeTestFile } from '@repertoire/skill-md'
import type { AgentId, Timestamp } from '../../base/ids.ts'
import { anonymousViewer } from '../../domain/anonymous-viewer.ts'
import { dayOf } from '../../domain/quotas.ts'
import type { Skill } from '../../domain/skill.ts'
import type { TenantStore } from '../../ports/store.ts'

const inUseDays = 30
/** Skills with the most model calls that are looked at. */
const maxLookedAt = 200
/** Skills whose tests run again after one change. */
export const maxRetestedSkills = 20

/** The skills with outcome tests that were activated in the last 30 days, with this agent if one is given; most first. */
export async function skillsToRetest(
  { skills, usage }: Pick<TenantStore, 'skills' | 'usage'>,
  { agentId, now }: { readonly agentId: AgentId | null; readonly now: Timestamp },
): Promise<readonly Skill[]> {
  const toDay = dayOf(now)
  const days = { fromDay: toDay - inUseDays + 1, toDay }
  const ofAgent = agentId === null ? {} : { agentId }
  const groups = await usage.groups({ ...days, ...ofAgent, by: 'skill', person: null }, maxLookedAt)
  const used = groups.flatMap(({ key, facts }) => {
    const { activatedByPerson, activatedByAgent, activatedByRule } = facts
    const activations = activatedByPerson + activatedByAgent + activatedByRule
    return key.skillId && activations > 0 ? [{ id: key.skillId, activations }] : []
  })
  used.sort((one, other) => other.activations - one.activations || (one.id < other.id ? -1 : 1))
  const found = await skills.getMany(
    // The skills of a person are not tried at the organisation's cost.
    anonymousViewer,
    used.map(({ id }) => id),
  )
  const byId = new Map(found.map((skill) => [skill.id, skill]))
  return used
    .flatMap(({ id }) => byId.get(id) ?? [])
    .filter(({ enabled, archivedAt }) => enabled && archivedAt === null)
    .filter(({ head }) => head.manifest.some(({ path }) => path === outcomeTestFile))
    .slice(0, maxRetestedSkills)
}
