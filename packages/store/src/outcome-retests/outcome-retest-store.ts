import type { AgentId, OutcomeRetestId, RevisionDigest, SkillId } from '@repertoire/core/base'
import { type OutcomeRetest, type RetestTrial, supersededResult } from '@repertoire/core/domain'
import { type OutcomeRetestStore, tenantNotFound } from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { fromJson, toJson } from '../database/json.ts'
import type { Row } from '../database/schema.ts'

export function createOutcomeRetestStore(db: TenantDatabase): OutcomeRetestStore {
  const open = () => db.read.selectFrom('outcome_retests').selectAll().where('ended_at', '=', 0)
  return {
    create: (retest) => create(db, retest),
    list: async (limit) => {
      const rows = await db.read
        .selectFrom('outcome_retests')
        .selectAll()
        .orderBy('requested_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toRetest)
    },
    open: async (agentId) => {
      const row = await open()
        .where('agent_id', '=', agentId ?? '')
        .executeTakeFirst()
      return row ? toRetest(row) : null
    },
    claim: ({ owner, until, now }) =>
      db.write(async (trx) => {
        const oldest = await trx
          .selectFrom('outcome_retests')
          .select('id')
          .where('ended_at', '=', 0)
          .orderBy('requested_at')
          .orderBy('id')
          .executeTakeFirst()
        if (!oldest) return null
        const row = await trx
          .updateTable('outcome_retests')
          .set({ owner, claimed_until: until })
          .where('id', '=', oldest.id)
          .where('ended_at', '=', 0)
          .where('claimed_until', '<=', now)
          .returningAll()
          .executeTakeFirst()
        return row ? toRetest(row) : null
      }),
    renew: (id, { owner, until }) => change(db, { id, owner }, { claimed_until: until }),
    addTrial: (id, trial) => addTrial(db, id, trial),
    trials: async (id) => {
      const rows = await db.read
        .selectFrom('outcome_retest_trials')
        .selectAll()
        .where('retest_id', '=', id)
        .execute()
      return rows.map(toTrial)
    },
    finish: (id, owner, result) =>
      change(db, { id, owner }, { result: toJson(result), ended_at: result.endedAt }),
  }
}

/** False where it has ended, or somebody else has it. */
function change(
  db: TenantDatabase,
  { id, owner }: { readonly id: OutcomeRetestId; readonly owner: string },
  values: Partial<Pick<Row<'outcome_retests'>, 'claimed_until' | 'result' | 'ended_at'>>,
): Promise<boolean> {
  return db.write(async (trx) => {
    const row = await trx
      .updateTable('outcome_retests')
      .set(values)
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('ended_at', '=', 0)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  })
}

function create(db: TenantDatabase, retest: OutcomeRetest): Promise<void> {
  const { id, agentId, before, after, requestedAt } = retest
  const agent_id = agentId ?? ''
  return db.write(async (trx) => {
    await trx
      .updateTable('outcome_retests')
      .set({ result: toJson(supersededResult(requestedAt)), ended_at: requestedAt })
      .where('agent_id', '=', agent_id)
      .where('ended_at', '=', 0)
      .execute()
    const written = trx
      .insertInto('outcome_retests')
      .values({
        ...{ id, agent_id, model_before: before, model_after: after },
        ...{ requested_at: requestedAt, owner: null, claimed_until: 0, ended_at: 0, result: null },
      })
      .execute()
    await mapConstraintErrors(written, { onMissingParent: () => tenantNotFound(db.tenantId) })
  })
}

function addTrial(db: TenantDatabase, id: OutcomeRetestId, trial: RetestTrial): Promise<void> {
  const { skillId, side, caseId, trial: round, digest, status, costNanos } = trial
  return db.write(async (trx) => {
    const parent = await trx
      .selectFrom('outcome_retests')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!parent) return
    const values = { digest, status, cost_nanos: costNanos }
    await trx
      .insertInto('outcome_retest_trials')
      .values({ ...values, retest_id: id, skill_id: skillId, side, case_id: caseId, round })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'retest_id', 'skill_id', 'side', 'case_id', 'round'])
          .doUpdateSet(values),
      )
      .execute()
  })
}

function toRetest(row: Row<'outcome_retests'>): OutcomeRetest {
  return {
    id: row.id as OutcomeRetestId,
    agentId: (row.agent_id || null) as AgentId | null,
    before: row.model_before,
    after: row.model_after,
    requestedAt: Number(row.requested_at),
    result: row.result === null ? null : fromJson(row.result),
  }
}

function toTrial(row: Row<'outcome_retest_trials'>): RetestTrial {
  return {
    ...{ skillId: row.skill_id as SkillId, digest: row.digest as RevisionDigest },
    ...{ side: row.side, caseId: row.case_id, trial: row.round },
    status: row.status as RetestTrial['status'],
    costNanos: row.cost_nanos === null ? null : Number(row.cost_nanos),
  }
}
