import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../contract/backends.ts'
import { inspect } from '../contract/inspect.ts'
import { createOlderDatabase, olderTenant as tenantId } from '../contract/older-database.ts'
import { foundation } from './0001-foundation.ts'
import { usage } from './0020-usage.ts'

const counts = [
  ...['offered', 'taken', 'activated_by_person', 'activated_by_agent', 'activated_by_rule'],
  ...['model_calls', 'input_tokens', 'output_tokens', 'cached_tokens', 'tokens_unknown'],
  ...['cached_unknown', 'cost_nanos', 'cost_unknown', 'duration_ms', 'calls_timed', 'tool_calls'],
  ...['tool_failures', 'approvals_asked', 'approvals_approved', 'approvals_denied', 'answer_ms'],
  ...['runs_completed', 'runs_failed', 'runs_cancelled', 'thumbs_up', 'thumbs_down'],
]

interface OlderDay {
  readonly day: number
  readonly calls: number
  readonly rank: number | null
}

/** Two weeks that begin on days 98 and 105; the numbers of a call are all the same. */
const days: readonly OlderDay[] = [
  { day: 97, calls: 1, rank: 9 },
  { day: 98, calls: 2, rank: 4 },
  { day: 104, calls: 3, rank: 2 },
  { day: 105, calls: 4, rank: null },
]

async function withDays(db: Kysely<unknown>, postgres: boolean): Promise<void> {
  await createOlderDatabase(db, { postgres, migrations: [foundation, usage] })
  const names = sql.raw([...counts, 'contributions'].join(', '))
  for (const { day, calls, rank } of days) {
    const values = sql.join([...counts, 'contributions'].map(() => calls))
    await sql`insert into usage_daily (tenant_id, skill_id, day, digest, agent_id, model, best_rank, ${names})
      values (${tenantId}, 'skl_1', ${day}, 'sha256:1', 'agt_1', 'large', ${rank}, ${values})`.execute(
      db,
    )
    await sql`insert into usage_daily_skills (tenant_id, skill_id, day, digest, best_rank, ${names})
      values (${tenantId}, 'skl_1', ${day}, 'sha256:1', ${rank}, ${values})`.execute(db)
  }
  await sql`insert into conversations (tenant_id, id, user_id, title, session, head_seq, created_at, updated_at)
    values (${tenantId}, 'cnv_1', 'usr_1', '', '{}', 7, 1, 1)`.execute(db)
  await sql`insert into usage_positions (tenant_id, conversation_id, folded_to)
    values (${tenantId}, 'cnv_1', 7)`.execute(db)
}

for (const kind of databaseKinds) {
  describe.skipIf(kind.skip)(`numbers of earlier releases (${kind.name})`, () => {
    test('they are summed by week, with the best rank, and made again from the logs for the latency', async () => {
      const backend = await kind.create()
      try {
        await inspect(backend, async (db) => {
          await withDays(db, backend.databaseUrl !== undefined)
          return sql`select 1`.execute(db)
        })
        const store = await backend.open({ clock: createFixedClock(), ids: createSequentialIds() })
        for (const table of ['usage_weekly', 'usage_weekly_skills']) {
          const weeks = await inspect(backend, (db) =>
            sql<Record<string, number>>`select * from ${sql.table(table)} order by day`.execute(db),
          )
          const shown = weeks.map((week) => [
            ...[Number(week.day), week.best_rank === null ? null : Number(week.best_rank)],
            new Set([...counts, 'contributions'].map((name) => Number(week[name]))),
            Number(week.latency_above),
          ])
          expect(shown).toEqual([
            [91, 9, new Set([1]), 0],
            [98, 2, new Set([5]), 0],
            [105, null, new Set([4]), 0],
          ])
        }
        const request = { after: null, limit: 5 }
        const [behind] = await store.tenant(tenantId).usage.behind(request)
        expect(behind).toMatchObject({ id: 'cnv_1', headSeq: 7 })
        await store.close()
      } finally {
        await backend.destroy()
      }
    })
  })
}
