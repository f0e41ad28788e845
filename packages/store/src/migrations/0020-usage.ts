import type { Migration } from './migration.ts'
import { type Column, createTenantTable } from './tables.ts'

const counts: Readonly<Record<string, Column>> = {
  ...{ offered: 'integer', taken: 'integer', best_rank: 'integer?' },
  ...{ activated_by_person: 'integer', activated_by_agent: 'integer' },
  ...{ activated_by_rule: 'integer', model_calls: 'integer' },
  ...{ input_tokens: 'integer', output_tokens: 'integer', cached_tokens: 'integer' },
  ...{ tokens_unknown: 'integer', cached_unknown: 'integer' },
  ...{ cost_nanos: 'integer', cost_unknown: 'integer' },
  ...{ duration_ms: 'integer', calls_timed: 'integer' },
  ...{ tool_calls: 'integer', tool_failures: 'integer' },
  ...{ approvals_asked: 'integer', approvals_approved: 'integer' },
  ...{ approvals_denied: 'integer', answer_ms: 'integer' },
  ...{ runs_completed: 'integer', runs_failed: 'integer', runs_cancelled: 'integer' },
  ...{ thumbs_up: 'integer', thumbs_down: 'integer' },
}
const revision: Readonly<Record<string, Column>> = {
  ...{ day: 'integer', skill_id: 'text', digest: 'text' },
}
const ids: Readonly<Record<string, Column>> = { ...revision, agent_id: 'text', model: 'text' }
const conversation = { table: 'conversations', columns: ['conversation_id'], key: ['id'] }

/** Numbers of the conversations by day, skill, revision, agent and model. All of them can be made again from the logs. */
export const usage: Migration = {
  name: '0020-usage',
  up: async (db, types) => {
    await createTenantTable(db, types, {
      name: 'usage_positions',
      columns: { conversation_id: 'text', folded_to: 'integer' },
      key: ['conversation_id'],
      parent: conversation,
    })
    await createTenantTable(db, types, {
      name: 'usage_contributions',
      columns: { conversation_id: 'text', user_id: 'text', ...ids, ...counts },
      key: ['conversation_id', 'skill_id', 'day', 'digest', 'agent_id', 'model'],
      parent: conversation,
    })
    await createTenantTable(db, types, {
      name: 'usage_daily',
      columns: { ...ids, ...counts, contributions: 'integer' },
      key: ['skill_id', 'day', 'digest', 'agent_id', 'model'],
    })
    await createTenantTable(db, types, {
      name: 'usage_daily_skills',
      columns: { ...revision, ...counts, contributions: 'integer' },
      key: ['day', 'skill_id', 'digest'],
    })
    const index = (name: string) => db.schema.createIndex(name)
    await index('usage_contributions_of_person')
      .on('usage_contributions')
      .columns(['tenant_id', 'user_id', 'day'])
      .execute()
    await index('usage_contributions_by_skill')
      .on('usage_contributions')
      .columns(['tenant_id', 'skill_id', 'day'])
      .execute()
    await index('usage_daily_by_day').on('usage_daily').columns(['tenant_id', 'day']).execute()
  },
}
