import { sql } from 'kysely'
import type { Migration } from './migration.ts'

const bounds = [
  250, 500, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 12_000, 20_000, 30_000, 60_000, 120_000,
]

/** How many model calls took how long, for percentiles of sums. */
export const latency: Migration = {
  name: '0037-latency',
  up: async (db, { integer }) => {
    const columns = [...bounds.map((bound) => `latency_to${bound}`), 'latency_above']
    for (const table of ['usage_contributions', 'usage_daily', 'usage_daily_skills']) {
      for (const column of columns) {
        await db.schema
          .alterTable(table)
          .addColumn(column, integer, (definition) => definition.notNull().defaultTo(0))
          .execute()
      }
    }
    // The numbers of before are made again from the logs. A conversation that is being deleted stays so.
    await sql`update usage_positions set folded_to = 0
      where folded_to < ${sql.lit(Number.MAX_SAFE_INTEGER)}`.execute(db)
  },
}
