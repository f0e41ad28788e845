import assert from 'node:assert/strict'
import pg from 'pg'
import type { Api } from '../api.ts'
import { until } from '../until.ts'
import type { Written } from './busy-client.ts'

interface NumbersCheck {
  /** Its URL. */
  readonly database: string
  readonly written: Written
  readonly report: (promise: string) => void
}

/** Whatever stats and lists of turns are made from. */
const projections = {
  ...Object.fromEntries(
    [
      ...['usage_contributions', 'usage_pairs', 'usage_daily', 'usage_daily_skills'],
      ...['usage_weekly', 'usage_weekly_skills'],
    ].map((table) => [table, `select * from ${table}`]),
  ),
  runs: 'select id, steps, tokens, cost_nanos from runs',
}

/** What servers of both releases counted is what the logs say. */
export async function checkNumbers(
  api: Api,
  { database, written, report }: NumbersCheck,
): Promise<void> {
  const turns = written.turns.length + written.approved.length
  await until('all turns are counted', async () => {
    const { totals } = await api.get<{ totals: { runs: { completed: number } } }>(
      '/stats?period=30d',
    )
    return totals.runs.completed === turns
  })
  const counted = await readProjections(database)
  await api.send('POST', '/stats/reindex')
  const again = await readProjections(database)
  for (const [name, rows] of Object.entries(again)) assert.deepEqual(counted[name], rows, name)
  report(`the numbers of ${turns} turns are those that are made again from the logs`)
}

async function readProjections(url: string): Promise<Record<string, readonly string[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found: Record<string, readonly string[]> = {}
    for (const [name, query] of Object.entries(projections)) {
      const { rows } = await client.query(query)
      found[name] = rows.map((row) => JSON.stringify(row)).toSorted()
    }
    return found
  } finally {
    await client.end()
  }
}
