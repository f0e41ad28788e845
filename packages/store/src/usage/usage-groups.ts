import type { AgentId, RevisionDigest, SkillId } from '@repertoire/core/base'
import type { UsageKey } from '@repertoire/core/domain'
import type { UsageGroup, UsageGrouping, UsageQuery } from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import type { UsageCountColumn } from '../database/usage-tables.ts'
import { partsOf, type UsagePart } from './usage-parts.ts'
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
  const { by } = query
  const keys = by === null ? [] : keysOf[by]
  let rows = db.read
    .selectFrom(usageWithin(db, query, keys).as('used'))
    .select(keys)
    .select((eb) => usageColumns.map((name) => eb.fn.sum<number | string | null>(name).as(name)))
    .select((eb) => eb.fn.min<number | string | null>('best_rank').as('best_rank'))
    .limit(limit)
  if (keys.length > 0) rows = rows.groupBy(keys)
  if (by !== 'day' && by !== null) rows = rows.orderBy((eb) => eb.fn.sum('model_calls'), 'desc')
  for (const key of keys) rows = rows.orderBy(key)
  const found = await rows.execute()
  return found.map((row) => ({ key: toKey(keys, row), facts: toFacts(row as SummedRow) }))
}

/** The rows that the query sums up, of all tables that have a part of them. */
function usageWithin(db: TenantDatabase, query: UsageQuery, keys: readonly KeyColumn[]) {
  const [first, ...others] = partsOf(query).map((part) => usageOfPart(db, query, { part, keys }))
  if (!first) throw new Error('A query of usage has at least one part.')
  return others.reduce((all, one) => all.unionAll(one), first)
}

function usageOfPart(
  db: TenantDatabase,
  { by, person, skillId, agentId, model }: UsageQuery,
  { part, keys }: { readonly part: UsagePart; readonly keys: readonly KeyColumn[] },
) {
  const { table, fromDay, toDay } = part
  let rows = db.read
    .selectFrom(table as 'usage_contributions')
    .where('day', '>=', fromDay)
    .where('day', '<=', toDay)
    .select(keys)
    .select([...usageColumns, 'best_rank'])
  if (person !== null) rows = rows.where('user_id', '=', person)
  if (skillId !== undefined) rows = rows.where('skill_id', '=', skillId)
  else if (by === 'skill' || by === 'revision') rows = rows.where('skill_id', '>', '')
  else rows = rows.where('skill_id', '=', '')
  if (agentId !== undefined) rows = rows.where('agent_id', '=', agentId)
  if (model !== undefined) rows = rows.where('model', '=', model)
  return rows
}

type SummedRow = Readonly<Record<UsageCountColumn | 'best_rank', number | string | null>>

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
