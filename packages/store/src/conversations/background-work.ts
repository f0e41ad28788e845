import type {
  ApprovalId,
  ConversationId,
  ExecutionId,
  RunId,
  SourceId,
  TenantId,
  Timestamp,
  TriggerId,
  UserId,
} from '@repertoire/core/base'
import { openRunStatuses, type Role } from '@repertoire/core/domain'
import type { Directory } from '@repertoire/core/ports'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { isOfKept } from './deleted-conversations.ts'
import { claimCondition } from './leases.ts'

type BackgroundWork = Pick<
  Directory,
  | 'claimableRuns'
  | 'overdueApprovals'
  | 'runningExecutions'
  | 'dueInboxNotifications'
  | 'dueSources'
  | 'dueTriggers'
  | 'endSyncLeases'
  | 'openWork'
  | 'plannedTriggers'
  | 'tenantOfTrigger'
  | 'auditHeads'
>

/** What is due in all tenants that are not deleted. */
export function backgroundWork(database: Database): BackgroundWork {
  const deleted = database.unscoped
    .selectFrom('tenants')
    .select('id')
    .where('deleted_at', 'is not', null)
  return {
    claimableRuns: async (now) => {
      const rows = await database.unscoped
        .selectFrom('runs')
        .where('tenant_id', 'not in', deleted)
        .where('runs.status', 'in', openStatuses)
        .where(claimCondition(now))
        .select(['tenant_id', 'conversation_id', 'id', 'user_id', 'role'])
        .orderBy('started_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        tenantId: row.tenant_id as TenantId,
        conversationId: row.conversation_id as ConversationId,
        runId: row.id as RunId,
        userId: row.user_id as UserId,
        role: row.role as Role,
      }))
    },
    overdueApprovals: async (now) => {
      const rows = await database.unscoped
        .selectFrom('approvals')
        .where('tenant_id', 'not in', deleted)
        .where('status', '=', pendingStatus)
        .where('expires_at', '<=', now)
        .where(isOfKept('approvals'))
        .select(['tenant_id', 'id'])
        .orderBy('expires_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        tenantId: row.tenant_id as TenantId,
        approvalId: row.id as ApprovalId,
      }))
    },
    dueSources: async (now, limit) => {
      const rows = await database.unscoped
        .selectFrom('sources')
        .where('tenant_id', 'not in', deleted)
        .where('enabled', '=', 1)
        .where((eb) =>
          eb.or([
            eb.and([eb('lease_until', 'is', null), eb('next_sync_at', '<=', now)]),
            // Whoever synced it is gone.
            eb('lease_until', '<=', now),
          ]),
        )
        .select(['tenant_id', 'id'])
        .orderBy('next_sync_at')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        ...{ tenantId: row.tenant_id as TenantId, id: row.id as SourceId },
      }))
    },
    endSyncLeases: (now) => endSyncLeases(database, now),
    dueInboxNotifications: async (now, limit) => {
      const rows = await database.unscoped
        .selectFrom('inbox_notifications')
        .where('tenant_id', 'not in', deleted)
        .where('next_at', '<=', now)
        .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
        .select('tenant_id')
        .orderBy('next_at')
        .orderBy('tenant_id')
        .limit(limit)
        .execute()
      return rows.map((row) => row.tenant_id as TenantId)
    },
    ...triggerWork(database),
    ...openWork(database),
    auditHeads: async () => {
      const rows = await database.unscoped
        .selectFrom('audit_chains')
        .select(['tenant_id', 'head_seq'])
        .orderBy('tenant_id')
        .execute()
      return rows.map((row) => ({ tenantId: row.tenant_id as TenantId, seq: row.head_seq }))
    },
    runningExecutions: async () => {
      const rows = await database.unscoped
        .selectFrom('executions')
        .select(['tenant_id', 'id', 'signs'])
        .where('finished_at', 'is', null)
        .execute()
      return rows.map(({ tenant_id, id, signs }) => ({
        ...{ tenantId: tenant_id as TenantId, id: id as ExecutionId },
        heartbeatCount: signs,
      }))
    },
  }
}

async function endSyncLeases(database: Database, now: Timestamp): Promise<void> {
  const leased = await database.unscoped
    .selectFrom('sources')
    .where('lease_until', '>', now)
    .select(['tenant_id', 'id'])
    .execute()
  for (const { tenant_id, id } of leased) {
    const tenantId = tenant_id as TenantId
    await database.scope(tenantId).write(async (trx, notify) => {
      await trx.updateTable('sources').set({ lease_until: now }).where('id', '=', id).execute()
      notify({ kind: 'sources', tenantId })
    })
  }
}

function triggerWork(
  database: Database,
): Pick<Directory, 'dueTriggers' | 'plannedTriggers' | 'tenantOfTrigger'> {
  const deleted = database.unscoped
    .selectFrom('tenants')
    .select('id')
    .where('deleted_at', 'is not', null)
  return {
    dueTriggers: async (now, limit) => {
      const rows = await database.unscoped
        .selectFrom('signals')
        .where('tenant_id', 'not in', deleted)
        .where('enabled', '=', 1)
        .where('next_at', '<=', now)
        .select(['tenant_id', 'id'])
        .orderBy('next_at')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        tenantId: row.tenant_id as TenantId,
        id: row.id as TriggerId,
      }))
    },
    plannedTriggers: async () => {
      const rows = await database.unscoped
        .selectFrom('signals')
        .where('tenant_id', 'not in', deleted)
        .where('enabled', '=', 1)
        .where('next_at', 'is not', null)
        .select(['id', 'version', 'next_at'])
        .execute()
      return rows.map(({ id, version, next_at }) => ({
        ...{ id: id as TriggerId, version },
        nextAt: Number(next_at),
      }))
    },
    tenantOfTrigger: async (id) => {
      const row = await database.unscoped
        .selectFrom('signals')
        .where('tenant_id', 'not in', deleted)
        .where('id', '=', id)
        .select('tenant_id')
        .executeTakeFirst()
      return (row?.tenant_id as TenantId | undefined) ?? null
    },
  }
}

function openWork(database: Database): Pick<Directory, 'openWork'> {
  const deleted = database.health
    .selectFrom('tenants')
    .select('id')
    .where('deleted_at', 'is not', null)
  return {
    openWork: async (now) => {
      const open = database.health
        .selectFrom('runs')
        .where('tenant_id', 'not in', deleted)
        .where('runs.status', 'in', openStatuses)
      const byStatus = await open
        .select(['status', (eb) => eb.fn.countAll().as('count')])
        .groupBy('status')
        .execute()
      const claimable = await open
        .where(claimCondition(now))
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      const approvals = await database.health
        .selectFrom('approvals')
        .where('tenant_id', 'not in', deleted)
        .where('status', '=', pendingStatus)
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      const runsIn = (status: string) =>
        Number(byStatus.find((row) => row.status === status)?.count ?? 0)
      return {
        ...{ runningRuns: runsIn('running'), waitingRuns: runsIn('waiting') },
        claimableRuns: Number(claimable.count),
        pendingApprovals: Number(approvals.count),
      }
    },
  }
}

// Literals: a partial index is used only if the query's own text has its condition.
const openStatuses = openRunStatuses.map((status) => sql.lit(status))
const pendingStatus = sql.lit('pending' as const)
