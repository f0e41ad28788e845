import type { ApiKeyId, LoginSessionId, UserId } from '@repertoire/core/base'
import type { MemberStore, OpenSession } from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import type { Row } from '../database/schema.ts'

type LoginSessions = Pick<MemberStore, 'sessions' | 'removeSessions'>

/** The sessions of an organisation, for people to see and end. */
export function createLoginSessionStore(db: TenantDatabase): LoginSessions {
  return {
    sessions: async (now) => {
      const rows = await db.read
        .selectFrom('login_sessions')
        .selectAll()
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toOpenSession)
    },
    removeSessions: (ids) =>
      db.write(async (trx, notify) => {
        if (ids.length === 0) return 0
        const removed = await trx
          .deleteFrom('login_sessions')
          .where('id', 'in', ids)
          .returning('id')
          .execute()
        if (removed.length > 0) notify({ kind: 'credentials', tenantId: db.tenantId })
        return removed.length
      }),
  }
}

export function toOpenSession(
  row: Omit<Row<'login_sessions'>, 'token_hash' | 'tenant_id'>,
): OpenSession {
  return {
    id: row.id as LoginSessionId,
    userId: row.user_id as UserId,
    keyId: row.key_id as ApiKeyId | null,
    createdAt: row.created_at,
    authenticatedAt: row.authenticated_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
    address: row.address,
  }
}
