import type { ApiKeyId, LoginSessionId, TenantId, UserId } from '@repertoire/core/base'
import type { AppToken, ConnectedApp } from '@repertoire/core/domain'
import { type AppTokenHolder, type ConnectedAppStore, keyNotFound } from '@repertoire/core/ports'
import { changesRow } from '../database/changes-row.ts'
import { columnsOf } from '../database/columns-of.ts'
import type { Database, TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { fromJson } from '../database/json.ts'
import type { NewRow, Row } from '../database/schema.ts'

export function createConnectedAppStore(db: TenantDatabase): ConnectedAppStore {
  return {
    list: async () => {
      const rows = await db.read
        .selectFrom('connected_apps')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toApp)
    },
    create: (app, code) =>
      db.write(async (trx) => {
        const written = trx.insertInto('connected_apps').values(columnsOf(app)).execute()
        await mapConstraintErrors(written, { onMissingParent: () => keyNotFound(app.id) })
        await trx.insertInto('app_tokens').values(toTokenRow(app.id, code)).execute()
      }),
    spend: (hash, { tokens, now }) =>
      db.write(async (trx) => {
        const spent = await trx
          .updateTable('app_tokens')
          .set({ spent_at: now })
          .where('hash', '=', hash)
          .where('spent_at', 'is', null)
          .returning('app_id')
          .executeTakeFirst()
        if (!spent) return false
        const { app_id: id } = spent
        await trx
          .deleteFrom('app_tokens')
          .where('app_id', '=', id)
          .where('expires_at', '<=', now)
          .execute()
        const rows = tokens.map((token) => toTokenRow(id, token))
        await trx.insertInto('app_tokens').values(rows).execute()
        await trx
          .updateTable('connected_apps')
          .set({ connected_at: now })
          .where('id', '=', id)
          .where('connected_at', 'is', null)
          .execute()
        return true
      }),
    removeToken: (hash) =>
      changesRow(db, (trx) =>
        trx.deleteFrom('app_tokens').where('hash', '=', hash).returning('hash'),
      ),
  }
}

/** Across tenants: a token determines the tenant. */
export async function findAppToken(
  { unscoped }: Database,
  hash: string,
): Promise<AppTokenHolder | null> {
  const row = await unscoped
    .selectFrom('app_tokens')
    .innerJoin('connected_apps', (join) =>
      join
        .onRef('connected_apps.tenant_id', '=', 'app_tokens.tenant_id')
        .onRef('connected_apps.id', '=', 'app_tokens.app_id'),
    )
    .innerJoin('api_keys', (join) =>
      join
        .onRef('api_keys.tenant_id', '=', 'connected_apps.tenant_id')
        .onRef('api_keys.id', '=', 'connected_apps.id'),
    )
    .innerJoin('tenants', 'tenants.id', 'app_tokens.tenant_id')
    .where('tenants.deleted_at', 'is', null)
    .where('app_tokens.hash', '=', hash)
    .selectAll('connected_apps')
    .select(['app_tokens.kind', 'app_tokens.challenge', 'app_tokens.expires_at'])
    .select(['app_tokens.spent_at', 'api_keys.hash as key_hash'])
    .executeTakeFirst()
  if (!row) return null
  const { kind, challenge, expires_at: expiresAt } = row
  return {
    tenantId: row.tenant_id as TenantId,
    app: toApp(row),
    token: { hash, kind: kind as AppToken['kind'], challenge, expiresAt },
    isSpent: row.spent_at !== null,
    keyHash: row.key_hash,
  }
}

function toTokenRow(appId: string, token: AppToken): NewRow<'app_tokens'> {
  return { ...columnsOf(token), app_id: appId, spent_at: null }
}

function toApp(row: Omit<Row<'connected_apps'>, 'tenant_id'>): ConnectedApp {
  const { name, host, resource } = row
  return {
    ...{ id: row.id as ApiKeyId, userId: row.user_id as UserId, clientId: row.client_id },
    ...{ name, host, redirectUri: row.redirect_uri, scopes: fromJson(row.scopes), resource },
    sessionId: row.session_id as LoginSessionId | null,
    createdAt: row.created_at,
    connectedAt: row.connected_at,
  }
}
