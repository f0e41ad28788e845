import type {
  AgentId,
  RevisionDigest,
  SkillId,
  UsageGroup,
  UsageGrouping,
  UsageKey,
  UsageQuery,
} from '@repertoire/core'
import type { TenantDatabase } from '../database/database.ts'
import type { UsageCountColumn } from '../database/usage-tables.ts'
import { toFacts, usageColumns } from './usage-rows.ts'

type KeyColumn = 'day' | 'skill_id' | 'digest' | 'agent_id' | 'model'

const keysOf: Readonly<Record<UsageGrouping, readonly KeyColumn[]>> = {
  skill: ['skill_id'],
  revision: ['skill_id', 'digest'],
  agent: ['agent_id'],
  model: ['model'],
  day: ['day'],
}

export async function usageGroups(
  db: TenantDatabase,
  query: UsageQuery,
  limit: number,
): Promise<readonly UsageGroup[]> {
  const { fromDay, toDay, by, person, skillId, agentId, model } = query
  const keys = by === null ? [] : keysOf[by]
  const isBySkill = by === 'skill' || by === 'revision'
  let rows = db.read
    .selectFrom(tableFor(query) as 'usage_contributions')
    .where('day', '>=', fromDay)
    .where('day', '<=', toDay)
    .select(keys)
    .select((eb) => usageColumns.map((name) => eb.fn.sum<number | string | null>(name).as(name)))
    .select((eb) => eb.fn.min<number | string | null>('best_rank').as('best_rank'))
    .limit(limit)
  if (keys.length > 0) rows = rows.groupBy(keys)
  if (person !== null) rows = rows.where('user_id', '=', person)
  if (skillId !== undefined) rows = rows.where('skill_id', '=', skillId)
  else if (isBySkill) rows = rows.where('skill_id', '>', '')
  else rows = rows.where('skill_id', '=', '')
  if (agentId !== undefined) rows = rows.where('agent_id', '=', agentId)
  if (model !== undefined) rows = rows.where('model', '=', model)
  if (by !== 'day' && by !== null) rows = rows.orderBy((eb) => eb.fn.sum('model_calls'), 'desc')
  for (const key of keys) rows = rows.orderBy(key)
  const found = await rows.execute()
  return found.map((row) => ({ key: toKey(keys, row), facts: toFacts(row as SummedRow) }))
}

type SummedRow = Readonly<Record<UsageCountColumn | 'best_rank', number | string | null>>

/** The one with the fewest rows that tells. */
function tableFor({ by, person, agentId, model }: UsageQuery) {
  if (person !== null) return 'usage_contributions'
  const isOfAll = agentId === undefined && model === undefined
  const isBySkill = by === 'skill' || by === 'revision'
  return isBySkill && isOfAll ? 'usage_daily_skills' : 'usage_daily'
}

function toKey(
  keys: readonly KeyColumn[],
  row: Partial<Readonly<Record<KeyColumn, string | number>>>,
): Partial<UsageKey> {
  const text = (column: KeyColumn) => (row[column] as string) || null
  const parts: Readonly<Record<KeyColumn, () => Partial<UsageKey>>> = {
    day: () => ({ day: Number(row.day) }),
    skill_id: () => ({ skillId: text('skill_id') as SkillId | null }),
    digest: () => ({ digest: text('digest') as RevisionDigest | null }),
    agent_id: () => ({ agentId: text('agent_id') as AgentId | null }),
    model: () => ({ model: text('model') }),
  }
  return Object.assign({}, ...keys.map((key) => parts[key]()))
}
