import { type CompiledQuery, type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../database/database.ts'

/** What is wrong with how a database answers a query; empty where it reads only about what it returns. */
export async function problemsOfPlan(
  db: Kysely<unknown>,
  kind: DatabaseKind,
  query: CompiledQuery,
): Promise<readonly string[]> {
  if (kind === 'sqlite') return problemsInSqlite(db, query)
  const explained = { ...query, sql: `explain (analyze, format json) ${query.sql}` }
  const rows = await db.transaction().execute(async (trx) => {
    // Cheaper while tables are small. What is checked is how an index is used at a million rows.
    for (const name of ['seqscan', 'hashjoin', 'mergejoin'])
      await sql.raw(`set local enable_${name} = off`).execute(trx)
    return (await trx.executeQuery<Explained>(explained)).rows
  })
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  return plan ? problemsOfNode(plan) : ['no plan']
}

async function problemsInSqlite(
  db: Kysely<unknown>,
  query: CompiledQuery,
): Promise<readonly string[]> {
  const explained = { ...query, sql: `explain query plan ${query.sql}` }
  const { rows } = await db.executeQuery<SqliteStep>(explained)
  return rows.flatMap(problemsOfStep)
}

interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[]
}

interface SqliteStep {
  readonly detail: string
}

/** A step without an index, or over a whole one, and a sort. */
function problemsOfStep({ detail }: SqliteStep): readonly string[] {
  return /^SCAN (?!CONSTANT)|USE TEMP B-TREE FOR (?!LAST|DISTINCT)/.test(detail) ? [detail] : []
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** More than a few pages, and far fewer than the tables have. */
const maxRowsRead = 500

function problemsOfNode(node: PlanNode): readonly string[] {
  const found = `${node['Node Type']} ${node['Relation Name'] ?? ''}`.trim()
  const rows = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  return [
    ...(rows > maxRowsRead ? [`${found}: ${rows} rows`] : []),
    ...(node.Plans ?? []).flatMap(problemsOfNode),
  ]
}
