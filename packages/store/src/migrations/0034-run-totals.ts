import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What each turn took, for the list of traces by duration, tokens, cost or steps; the largest first, unknown last. */
export const runTotals: Migration = {
  name: '0034-run-totals',
  up: async (db, { integer }) => {
    for (const column of ['steps', 'tokens', 'cost_nanos']) {
      await db.schema.alterTable('runs').addColumn(column, integer).execute()
    }
    for (const [name, order] of [
      ['duration', 'finished_at - started_at'],
      ['tokens', 'tokens'],
      ['cost', 'cost_nanos'],
      ['steps', 'steps'],
    ]) {
      await sql`create index ${sql.ref(`runs_by_${name}`)} on runs
        (tenant_id, user_id, (coalesce(${sql.raw(order ?? '')}, -1)), id, started_at)`.execute(db)
    }
    // The turns of before get theirs from the logs, behind the others. A conversation that is being deleted stays so.
    await sql`update usage_positions set folded_to = 0
      where folded_to < ${sql.lit(Number.MAX_SAFE_INTEGER)}`.execute(db)
  },
}
