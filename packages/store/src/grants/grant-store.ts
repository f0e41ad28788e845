import {
  type AgentId,
  type GrantStore,
  grantNotUsable,
  isBacked,
  type LogBatch,
  memberNotFound,
  pageOf,
  type Role,
  roles,
  type StandingGrant,
  type Timestamp,
  type ToolGrant,
  type ToolGrantId,
  type UserId,
} from '@repertoire/core'
import type { TenantDatabase } from '../database/database.ts'
import { explaining } from '../database/failure.ts'
import { fromJson, toJson } from '../database/json.ts'
import { newestFirst } from '../database/pages.ts'
import type { Query, Work } from '../database/query.ts'
import type { NewRow, Row } from '../database/schema.ts'
import { writeAudit } from '../organisation/audit-store.ts'

export function createGrantStore(db: TenantDatabase): GrantStore {
  return {
    create: (grant) =>
      db.write(async (trx) => {
        await explaining(trx.insertInto('tool_grants').values(grantRow(grant)).execute(), {
          missing: () => memberNotFound(grant.userId),
        })
      }),
    get: (id) => grantOf(db.read, id),
    list: async ({ userId }, page) => {
      let query = grantsIn(db.read)
      if (userId !== undefined) query = query.where('user_id', '=', userId)
      const rows = await newestFirst(query, page, ['tool_grants.created_at', 'tool_grants.id'])
      return pageOf(rows.map(toGrant), page.limit, ({ createdAt, id }) => [createdAt, id])
    },
    usable: async (userId, tool, now) => {
      const rows = await grantsIn(db.read)
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
        return grantOf(trx, id)
      }),
  }
}

/** Each with what its maker is now. */
function grantsIn(db: Query) {
  return db
    .selectFrom('tool_grants')
    .leftJoin('members', 'members.id', 'tool_grants.created_by')
    .selectAll('tool_grants')
    .select('members.role as maker_role')
}

/**
 * Counts one use, as long as whoever made the grant still might; the caller's transaction makes it one with the start
 * of the call.
 */
export async function useGrant(
  trx: Work,
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
      query.selectFrom('members').select('members.id').where('role', 'in', mayGrant),
    )
    .returning('id')
    .executeTakeFirst()
  if (!used) throw grantNotUsable(id)
  await writeAudit(trx, [auditEntry])
}

const mayGrant = roles.filter((makerRole) => isBacked({ makerRole }))

async function grantOf(db: Query, id: ToolGrantId): Promise<StandingGrant | null> {
  const row = await grantsIn(db).where('tool_grants.id', '=', id).executeTakeFirst()
  return row ? toGrant(row) : null
}

function toGrant(row: Row<'tool_grants'> & { readonly maker_role: string | null }): StandingGrant {
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

function grantRow(grant: ToolGrant): NewRow<'tool_grants'> {
  return {
    id: grant.id,
    user_id: grant.userId,
    tool: grant.tool,
    identity: grant.identity,
    agent_id: grant.agentId,
    max_uses: grant.maxUses,
    uses: grant.uses,
    expires_at: grant.expiresAt,
    created_by: grant.createdBy,
    created_at: grant.createdAt,
    revoked_at: grant.revokedAt,
    revoked_by: grant.revokedBy,
    constraints: toJson(grant.constraints),
  }
}
