import type { AgentId, Timestamp, ToolGrantId, UserId } from '@repertoire/core/base'
import {
  type GrantWithAuthor,
  isAuthorAuthorized,
  type Role,
  roles,
  type ToolGrant,
} from '@repertoire/core/domain'
import {
  type GrantStore,
  grantNotUsable,
  type LogBatch,
  memberNotFound,
  pageOf,
} from '@repertoire/core/ports'
import { writeAudit } from '../audit/audit-chain-rows.ts'
import { columnsOf } from '../database/columns-of.ts'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { fromJson } from '../database/json.ts'
import { fetchLatest } from '../database/pages.ts'
import type { QueryExecutor, Transaction } from '../database/query.ts'
import type { Row } from '../database/schema.ts'

export function createGrantStore(db: TenantDatabase): GrantStore {
  return {
    create: (grant) =>
      db.write(async (trx) => {
        await mapConstraintErrors(
          trx.insertInto('tool_grants').values(columnsOf(grant)).execute(),
          {
            onMissingParent: () => memberNotFound(grant.userId),
          },
        )
      }),
    get: (id) => findGrant(db.read, id),
    list: async ({ userId }, page) => {
      let query = selectGrants(db.read)
      if (userId !== undefined) query = query.where('user_id', '=', userId)
      const rows = await fetchLatest(query, page, ['tool_grants.created_at', 'tool_grants.id'])
      return pageOf(rows.map(toGrant), page.limit, ({ createdAt, id }) => [createdAt, id])
    },
    usable: async (userId, tool, now) => {
      const rows = await selectGrants(db.read)
        .where('user_id', '=', userId)
        .where('tool', '=', tool)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .whereRef('uses', '<', 'max_uses')
        .orderBy('expires_at')
        .orderBy('tool_grants.id')
        .execute()
      return rows.map(toGrant)
    },
    revoke: (id, { by, now }) =>
      db.write(async (trx) => {
        await trx
          .updateTable('tool_grants')
          .set({ revoked_at: now, revoked_by: by })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .execute()
        return findGrant(trx, id)
      }),
  }
}

/** Grants with the current role of their creator. */
function selectGrants(db: QueryExecutor) {
  return db
    .selectFrom('tool_grants')
    .leftJoin('members', 'members.id', 'tool_grants.created_by')
    .selectAll('tool_grants')
    .select('members.role as maker_role')
}

/**
 * Counts one use if the grant's creator may still grant. The caller's transaction makes it atomic with the
 * start of the call.
 */
export async function useGrant(
  trx: Transaction,
  { id, auditEntry }: NonNullable<LogBatch['grantUse']>,
  now: Timestamp,
): Promise<void> {
  const used = await trx
    .updateTable('tool_grants')
    .set((update) => ({ uses: update('uses', '+', 1) }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('uses', '<', 'max_uses')
    .where('created_by', 'in', (query) =>
      query.selectFrom('members').select('members.id').where('role', 'in', grantingRoles),
    )
    .returning('id')
    .executeTakeFirst()
  if (!used) throw grantNotUsable(id)
  await writeAudit(trx, [auditEntry])
}

const grantingRoles = roles.filter((makerRole) => isAuthorAuthorized({ makerRole }))

async function findGrant(db: QueryExecutor, id: ToolGrantId): Promise<GrantWithAuthor | null> {
  const row = await selectGrants(db).where('tool_grants.id', '=', id).executeTakeFirst()
  return row ? toGrant(row) : null
}

function toGrant(
  row: Row<'tool_grants'> & { readonly maker_role: string | null },
): GrantWithAuthor {
  return {
    id: row.id as ToolGrantId,
    tool: row.tool,
    identity: row.identity,
    constraints: fromJson<ToolGrant['constraints']>(row.constraints),
    maxUses: row.max_uses,
    uses: row.uses,
    expiresAt: row.expires_at,
    agentId: row.agent_id as AgentId | null,
    userId: row.user_id as UserId,
    createdBy: row.created_by as UserId,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    revokedBy: row.revoked_by as UserId | null,
    makerRole: row.maker_role as Role | null,
  }
}
