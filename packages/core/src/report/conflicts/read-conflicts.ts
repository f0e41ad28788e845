import type { ApprovalId, SkillId } from '../../base/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import type { Skill } from '../../domain/skill.ts'
import { noUsage } from '../../domain/skill-usage.ts'
import type { TenantStore } from '../../ports/store.ts'
import type { SkillPairUsage } from '../../ports/usage.ts'
import { queryFor, type Stats, type StatsDays } from '../usage/read-stats.ts'
import { findConflicts, type SkillConflict } from './find-conflicts.ts'
import { type EndedRuns, type PairOutcome, pairOutcome } from './pair-outcome.ts'
import { type SkillInstructions, skillInstructions } from './skill-instructions.ts'

/** Entries of the projection that are summed: the latest. */
const maxPairEntries = 20_000
/** Pairs that are looked at, those of the most turns first. */
export const maxPairs = 500
/** Skills whose text is read. */
const maxReadSkills = 200
const maxUsedSkills = 2_000

type NamedSkill = Pick<Skill, 'id' | 'slug'>

export interface ConflictingPair {
  readonly skills: readonly [NamedSkill, NamedSkill]
  /** By rules; empty where only the outcome speaks against them. */
  readonly conflicts: readonly SkillConflict[]
  /** Null where not every turn of the days was looked at. */
  readonly outcome: PairOutcome | null
}

export interface Conflicts {
  readonly scope: Stats['scope']
  readonly pairs: readonly ConflictingPair[]
  /** More stood together than were looked at. */
  readonly truncated: boolean
}

type Stores = Pick<TenantStore, 'skills' | 'usage'>

/** Skills that stood together in turns of these days and do not go together, of those that the person sees. */
export async function readConflicts(
  store: Stores,
  principal: Principal,
  days: StatsDays,
): Promise<Conflicts> {
  const { scope, query } = queryFor(principal, { ...days, by: 'skill' })
  const [entries, groups] = await Promise.all([
    store.usage.pairs(query, maxPairEntries + 1),
    store.usage.groups(query, maxUsedSkills),
  ])
  const isWhole = entries.length <= maxPairEntries
  const summed = sumPairs(entries.slice(0, maxPairEntries))
  const looked = summed.slice(0, maxPairs)
  const ids = [...new Set(looked.flatMap(({ skillId, otherId }) => [skillId, otherId]))]
  const skills = await offeredSkills(store, principal, ids.slice(0, maxReadSkills))
  const texts = await readInstructions(store, principal, skills)
  const used = new Map(
    groups.flatMap(({ key, facts }) => (key.skillId ? [[key.skillId, facts]] : [])),
  )
  const pairs = looked.flatMap((pair) => {
    const [one, other] = [texts.get(pair.skillId), texts.get(pair.otherId)]
    if (!one || !other) return []
    const all = [used.get(pair.skillId) ?? noUsage, used.get(pair.otherId) ?? noUsage] as const
    const outcome = isWhole ? pairOutcome(pair, all) : null
    const conflicts = findConflicts(one.text, other.text)
    if (conflicts.length === 0 && outcome?.verdict !== 'worse') return []
    return [{ skills: [one.skill, other.skill] as const, conflicts, outcome }]
  })
  const truncated = !isWhole || summed.length > maxPairs || ids.length > maxReadSkills
  return { scope, pairs, truncated }
}

/** Of the skill that an approval would enable, with those that are active in its conversation, which is the person's own. */
export async function readApprovalConflicts(
  store: Pick<TenantStore, 'skills' | 'approvals' | 'conversations'>,
  principal: Principal,
  id: ApprovalId,
): Promise<readonly ConflictingPair[]> {
  const approval = await store.approvals.get(id)
  if (approval?.type !== 'skill_enablement') return []
  const conversation = await store.conversations.get(principal.userId, approval.conversationId)
  if (!conversation) return []
  const { skillId, slug, digest, fetched } = approval.subject
  const content = fetched
    ? { source: fetched.text }
    : await store.skills.content(principal.userId, skillId, digest)
  if (!content) return []
  const asked = { skill: { id: skillId, slug }, text: skillInstructions(content.source) }
  const pairs: ConflictingPair[] = []
  for (const active of conversation.session.active.slice(0, maxReadSkills)) {
    if (active.skillId === skillId) continue
    const before = await store.skills.content(principal.userId, active.skillId, active.digest)
    if (!before) continue
    const conflicts = findConflicts(skillInstructions(before.source), asked.text)
    if (conflicts.length === 0) continue
    const skills = [{ id: active.skillId, slug: active.slug }, asked.skill] as const
    pairs.push({ skills, conflicts, outcome: null })
  }
  return pairs
}

type SummedPair = Pick<SkillPairUsage, 'skillId' | 'otherId'> & EndedRuns

/** Those of the most turns first. */
function sumPairs(entries: readonly SkillPairUsage[]): readonly SummedPair[] {
  const sums = new Map<string, SummedPair>()
  for (const { skillId, otherId, runsCompleted, runsFailed } of entries) {
    const key = `${skillId} ${otherId}`
    const sum = sums.get(key) ?? { skillId, otherId, runsCompleted: 0, runsFailed: 0 }
    sums.set(key, {
      ...{ skillId, otherId, runsCompleted: sum.runsCompleted + runsCompleted },
      runsFailed: sum.runsFailed + runsFailed,
    })
  }
  const runsOf = ({ runsCompleted, runsFailed }: EndedRuns) => runsCompleted + runsFailed
  return [...sums.values()].sort((one, other) => runsOf(other) - runsOf(one))
}

async function offeredSkills(
  { skills }: Pick<TenantStore, 'skills'>,
  { userId }: Principal,
  ids: readonly SkillId[],
): Promise<readonly Skill[]> {
  const found = await skills.getMany(userId, ids)
  return found.filter(({ enabled, archivedAt }) => enabled && archivedAt === null)
}

async function readInstructions(
  store: Pick<TenantStore, 'skills'>,
  { userId }: Principal,
  skills: readonly Skill[],
): Promise<ReadonlyMap<SkillId, { skill: Skill; text: SkillInstructions }>> {
  const found = new Map<SkillId, { skill: Skill; text: SkillInstructions }>()
  for (const skill of skills) {
    const content = await store.skills.content(userId, skill.id, skill.head.digest)
    if (content) found.set(skill.id, { skill, text: skillInstructions(content.source) })
  }
  return found
}
