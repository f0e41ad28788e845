import { sql } from 'kysely'
import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

const bounds = [
  250, 500, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 12_000, 20_000, 30_000, 60_000, 120_000,
]

const facts = [
  ...['offered', 'taken', 'activated_by_person', 'activated_by_agent', 'activated_by_rule'],
  ...['model_calls', 'input_tokens', 'output_tokens', 'cached_tokens', 'tokens_unknown'],
  ...['cached_unknown', 'cost_nanos', 'cost_unknown', 'duration_ms', 'calls_timed', 'tool_calls'],
  ...['tool_failures', 'approvals_asked', 'approvals_approved', 'approvals_denied', 'answer_ms'],
  ...['runs_completed', 'runs_failed', 'runs_cancelled', 'thumbs_up', 'thumbs_down'],
]

const keyOfAll = ['skill_id', 'day', 'digest', 'agent_id', 'model']
const keyOfSkills = ['day', 'skill_id', 'digest']

/** How many model calls took how long, for percentiles of sums; and the sums by week, for long ranges of days. */
export const latency: Migration = {
  name: '0036-latency',
  up: async (db, types) => {
    const columns = [...bounds.map((bound) => `latency_to${bound}`), 'latency_above']
    for (const table of ['usage_contributions', 'usage_daily', 'usage_daily_skills']) {
      for (const column of columns) {
        await db.schema
          .alterTable(table)
          .addColumn(column, types.integer, (definition) => definition.notNull().defaultTo(0))
          .execute()
      }
    }
    for (const [rows, key] of [
      ['', keyOfAll],
      ['_skills', keyOfSkills],
    ] as const) {
      await createTenantTable(db, types, {
        name: `usage_weekly${rows}`,
        columns: {
          ...Object.fromEntries(key.map((name) => [name, name === 'day' ? 'integer' : 'text'])),
          ...Object.fromEntries([...facts, ...columns].map((name) => [name, 'integer'])),
          ...{ best_rank: 'integer?', contributions: 'integer' },
        },
        key,
      })
      const others = key.filter((name) => name !== 'day').join(', ')
      const counts = [...facts, ...columns, 'contributions']
      await sql
        .raw(`insert into usage_weekly${rows} (tenant_id, day, ${others}, ${counts.join(', ')}, best_rank)
          select tenant_id, day - day % 7, ${others},
            ${counts.map((name) => `sum(${name})`).join(', ')}, min(best_rank)
          from usage_daily${rows} group by tenant_id, day - day % 7, ${others}`)
        .execute(db)
    }
    const indexed = db.schema.createIndex('usage_weekly_by_day').on('usage_weekly')
    await indexed.columns(['tenant_id', 'day']).execute()
    // The numbers of before are made again from the logs. A conversation that is being deleted stays so.
    await sql`update usage_positions set folded_to = 0
      where folded_to < ${sql.lit(Number.MAX_SAFE_INTEGER)}`.execute(db)
  },
}
