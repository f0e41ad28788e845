import type { Migration } from './migration.ts'
import { createTenantTable } from './tables.ts'

/** Outcome tests that run again because a model changed, and their trials. */
export const outcomeRetests: Migration = {
  name: '0029-outcome-retests',
  up: async (db, types) => {
    await createTenantTable(db, types, {
      name: 'outcome_retests',
      columns: {
        id: 'text',
        agent_id: 'text',
        model_before: 'text?',
        model_after: 'text?',
        requested_at: 'integer',
        owner: 'text?',
        claimed_until: 'integer',
        ended_at: 'integer',
        result: 'text?',
      },
      key: ['id'],
    })
    await db.schema
      .createIndex('outcome_retests_by_end')
      .on('outcome_retests')
      .columns(['tenant_id', 'ended_at', 'requested_at'])
      .execute()
    await createTenantTable(db, types, {
      name: 'outcome_retest_trials',
      columns: {
        retest_id: 'text',
        skill_id: 'text',
        side: 'text',
        case_id: 'text',
        round: 'integer',
        digest: 'text',
        status: 'text',
        cost_nanos: 'integer?',
      },
      key: ['retest_id', 'skill_id', 'side', 'case_id', 'round'],
      parent: { table: 'outcome_retests', columns: ['retest_id'], key: ['id'] },
    })
  },
}
