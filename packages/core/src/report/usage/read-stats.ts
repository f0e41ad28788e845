import { ProblemError } from '../../base/errors.ts'
import type { AgentId, SkillId, Timestamp } from '../../base/ids.ts'
import { missingPermission } from '../../domain/permissions.ts'
import type { Principal } from '../../domain/principal.ts'
import { dayOf } from '../../domain/quotas.ts'
import { noUsage, type UsageFacts, type UsageKey } from '../../domain/skill-usage.ts'
import type { TenantStore } from '../../ports/store.ts'
import type { UsageGroup, UsageGrouping, UsageQuery } from '../../ports/usage.ts'

export const statsPeriods = ['24h', '7d', '30d', '90d'] as const
export type StatsPeriod = (typeof statsPeriods)[number]

const daysOf: Readonly<Record<StatsPeriod, number>> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 }

export const maxStatsDays = 366
export const maxStatsGroups = 500

/** UTC days, both inside. */
export interface StatsDays {
  readonly fromDay: number
  readonly toDay: number
}

export interface StatsRequest extends StatsDays {
  readonly by: UsageGrouping
  /** A slug that the person sees, or an id. */
  readonly skill?: string | undefined
  readonly agentId?: AgentId | undefined
  readonly model?: string | undefined
}

export interface StatsGroup {
  readonly key: Partial<UsageKey>
  /** Of the skill or the agent; null where the person does not see it, or it is gone. */
  readonly name: string | null
  readonly facts: UsageFacts
}

export interface Stats {
  /** Whose conversations: the organisation's needs `audit.read`. */
  readonly scope: 'organisation' | 'own'
  readonly totals: UsageFacts
  /** Of as many days right before. */
  readonly previous: UsageFacts
  readonly groups: readonly StatsGroup[]
  /** There are more groups than {@link maxStatsGroups}. */
  readonly truncated: boolean
}

/** The days up to the one that has begun. */
export function daysOfPeriod(period: StatsPeriod, now: Timestamp): StatsDays {
  const toDay = dayOf(now)
  return { fromDay: toDay - daysOf[period] + 1, toDay }
}

/**
 * Numbers of the organisation for those who may read its audit log, which says already who did what. Everybody else
 * gets the numbers of their own conversations, so that no group is so small that it tells of one person. Throws
 * ProblemError `stats.days-invalid`.
 */
export async function readStats(
  store: TenantStore,
  principal: Principal,
  request: StatsRequest,
): Promise<Stats> {
  const { fromDay } = request
  const { scope, query: whose } = queryFor(principal, request)
  const query = { ...whose, skillId: await skillIdOf(store, principal, request.skill) }
  const before = { fromDay: fromDay - daysIn(request), toDay: fromDay - 1 }
  const [found, totals, previous] = await Promise.all([
    store.usage.groups(query, maxStatsGroups + 1),
    totalOf(store, query),
    totalOf(store, { ...query, ...before }),
  ])
  const groups = await named(store, principal, found.slice(0, maxStatsGroups))
  const truncated = found.length > maxStatsGroups
  return { scope, totals, previous, groups, truncated }
}

const daysIn = ({ fromDay, toDay }: StatsDays) => toDay - fromDay + 1

/** Whose numbers the person gets. Throws ProblemError `stats.days-invalid`. */
export function queryFor(
  principal: Principal,
  { skill: _, ...request }: StatsRequest,
): { readonly scope: Stats['scope']; readonly query: UsageQuery } {
  const days = daysIn(request)
  if (!(days >= 1 && days <= maxStatsDays)) throw daysInvalid()
  const isOwn = missingPermission(principal, 'audit.read') !== undefined
  const query = { ...request, person: isOwn ? principal.userId : null }
  return { scope: isOwn ? 'own' : 'organisation', query }
}

async function totalOf({ usage }: TenantStore, query: UsageQuery): Promise<UsageFacts> {
  const [total] = await usage.groups({ ...query, by: null }, 1)
  return total?.facts ?? noUsage
}

async function skillIdOf(
  { skills }: TenantStore,
  { userId }: Principal,
  skill: string | undefined,
): Promise<SkillId | undefined> {
  if (skill === undefined) return undefined
  return (await skills.findBySlug(userId, skill))?.id ?? (skill as SkillId)
}

/** By the names of now. A skill of somebody else keeps its name to itself. */
async function named(
  { skills, agents }: TenantStore,
  { userId }: Principal,
  groups: readonly UsageGroup[],
): Promise<readonly StatsGroup[]> {
  const skillIds = groups.flatMap(({ key }) => key.skillId ?? [])
  const agentIds = new Set(groups.flatMap(({ key }) => key.agentId ?? []))
  const names = new Map<string, string>()
  if (skillIds.length > 0) {
    for (const { id, slug } of await skills.getMany(userId, [...new Set(skillIds)])) {
      names.set(id, slug)
    }
  }
  for (const id of agentIds) {
    const agent = await agents.get(id)
    if (agent) names.set(id, agent.name)
  }
  return groups.map(({ key, facts }) => {
    const id = key.skillId ?? key.agentId
    return { key, facts, name: (id && names.get(id)) ?? null }
  })
}

function daysInvalid(): ProblemError {
  return new ProblemError({
    code: 'stats.days-invalid',
    kind: 'invalid',
    message: `The days must be in order, and ${maxStatsDays} at most.`,
    hint: 'Give `from` and `to` as days such as 2026-05-01, or a `period`.',
  })
}
