import {
  addUsage,
  noUsage,
  type UsageCounts,
  type UsageFacts,
  type UsageRow,
  usageCounters,
} from '@repertoire/core/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../database/query.ts'
import { daysOfWeek } from './usage-parts.ts'
import { keyColumns, toColumns, usageColumns } from './usage-rows.ts'

/** What a conversation contributed, and what it contributes from now on. */
export interface UsageChange {
  readonly before: readonly UsageRow[]
  readonly after: readonly UsageRow[]
}

/** A table of sums, by some columns of the key. */
interface SumsTable {
  readonly name: 'usage_daily' | 'usage_daily_skills' | 'usage_weekly' | 'usage_weekly_skills'
  /** How many days are in a row; its `day` is the first of them. */
  readonly days: 1 | 7
  readonly key: readonly ('day' | 'skill_id' | 'digest' | 'agent_id' | 'model')[]
}

const key: SumsTable['key'] = ['skill_id', 'day', 'digest', 'agent_id', 'model']
const keyOfSkills: SumsTable['key'] = ['day', 'skill_id', 'digest']
const sums: readonly SumsTable[] = [
  { name: 'usage_daily', days: 1, key },
  { name: 'usage_weekly', days: daysOfWeek, key },
]
/** Without what belongs to no skill. */
const sumsOfSkills: readonly SumsTable[] = [
  { name: 'usage_daily_skills', days: 1, key: keyOfSkills },
  { name: 'usage_weekly_skills', days: daysOfWeek, key: keyOfSkills },
]

/** Below the databases' limit of values in a statement. */
const rowsAtOnce = 500

/** Adds what changed to the sums. The contributions themselves are written before. */
export async function changeDailyUsage(trx: Transaction, change: UsageChange): Promise<void> {
  for (const table of sums) await changeTable(trx, table, change)
  const ofSkills = (rows: readonly UsageRow[]) => rows.filter(({ skillId }) => skillId !== null)
  const { before, after } = change
  const changeOfSkills = { before: ofSkills(before), after: ofSkills(after) }
  for (const table of sumsOfSkills) await changeTable(trx, table, changeOfSkills)
}

type Key = Readonly<Record<string, string | number>>

interface Delta {
  readonly key: Key
  readonly facts: UsageFacts
  readonly contributions: number
  /** The best rank may have been that of a contribution that is gone. */
  readonly losesRank: boolean
}

async function changeTable(trx: Transaction, table: SumsTable, change: UsageChange): Promise<void> {
  const deltas = deltasOf(table, change)
  for (let start = 0; start < deltas.length; start += rowsAtOnce) {
    await addDeltas(trx, table, deltas.slice(start, start + rowsAtOnce))
  }
  for (const { key, contributions, losesRank } of deltas) {
    if (losesRank) await readRankAgain(trx, table, key)
    if (contributions < 0) await removeIfEmpty(trx, table, key)
  }
}

/** In the order of their keys, so that two transactions do not wait for each other. Pure. */
function deltasOf(
  { key: columns, days }: SumsTable,
  { before, after }: UsageChange,
): readonly Delta[] {
  const deltas = new Map<string, Delta>()
  const add = (row: UsageRow, sign: 1 | -1) => {
    const all: Key = { ...keyColumns(row), day: row.day - (row.day % days) }
    const key = Object.fromEntries(columns.map((column) => [column, all[column] ?? '']))
    const id = JSON.stringify(Object.values(key))
    const delta = deltas.get(id) ?? { key, facts: noUsage, contributions: 0, losesRank: false }
    const added = sign === 1 ? row : negated(row)
    deltas.set(id, {
      key,
      facts: addUsage(delta.facts, added),
      contributions: delta.contributions + sign,
      losesRank: delta.losesRank || (sign === -1 && row.bestRank !== null),
    })
  }
  for (const row of before) add(row, -1)
  for (const row of after) add(row, 1)
  return [...deltas]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, delta]) => delta)
    .filter(({ facts, contributions, losesRank }) => {
      const isSame = usageCounters.every((counter) => facts[counter] === 0)
      return !isSame || contributions !== 0 || losesRank
    })
}

function negated(row: UsageRow): UsageFacts {
  const counts = usageCounters.map((counter) => [counter, -row[counter]])
  return { ...(Object.fromEntries(counts) as UsageCounts), bestRank: null }
}

async function addDeltas(
  trx: Transaction,
  { name, key: columns }: SumsTable,
  deltas: readonly Delta[],
): Promise<void> {
  const rows = deltas.map(({ key, facts, contributions }) => ({
    ...key,
    ...toColumns(facts),
    contributions,
  }))
  const sum = (column: string) =>
    sql`${sql.ref(`${name}.${column}`)} + ${sql.ref(`excluded.${column}`)}`
  const summed = [...usageColumns, 'contributions'].map((column) => [column, sum(column)])
  const set: Readonly<Record<string, RawBuilder<unknown>>> = {
    ...Object.fromEntries(summed),
    best_rank: betterRank(name),
  }
  await trx
    .insertInto(name)
    .values(rows as never)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', ...columns] as never).doUpdateSet(set as never),
    )
    .execute()
}

function betterRank(table: SumsTable['name']): RawBuilder<unknown> {
  const [old, added] = [sql.ref(`${table}.best_rank`), sql.ref('excluded.best_rank')]
  return sql`case when ${old} is null or ${added} < ${old} then ${added} else ${old} end`
}

async function readRankAgain(trx: Transaction, { name, days }: SumsTable, key: Key): Promise<void> {
  let ranks = trx
    .selectFrom('usage_contributions')
    .select((eb) => eb.fn.min<number | null>('best_rank').as('rank'))
  for (const [column, value] of Object.entries(key)) {
    if (column !== 'day') ranks = ranks.where(column as 'model', '=', value as never)
  }
  const day = Number(key.day)
  ranks = ranks.where('day', '>=', day).where('day', '<', day + days)
  const best_rank = (await ranks.executeTakeFirst())?.rank ?? null
  let update = trx.updateTable(name as 'usage_daily').set({ best_rank })
  for (const [column, value] of Object.entries(key)) {
    update = update.where(column as 'model', '=', value as never)
  }
  await update.execute()
}

async function removeIfEmpty(trx: Transaction, { name }: SumsTable, key: Key): Promise<void> {
  let remove = trx.deleteFrom(name as 'usage_daily').where('contributions', '=', 0)
  for (const [column, value] of Object.entries(key)) {
    remove = remove.where(column as 'model', '=', value as never)
  }
  await remove.execute()
}
