import type { ApiKeyId, TenantId, UserId } from '@repertoire/core/base'
import {
  type ApiKey,
  descendantsOf,
  type Member,
  type MemberKind,
  type Permission,
  type Role,
} from '@repertoire/core/domain'
import { keyExists, lastOwner, type MemberStore, memberNotFound } from '@repertoire/core/ports'
import { cachedQuery } from '../database/cached-query.ts'
import { changesRow } from '../database/changes-row.ts'
import { columnsOf } from '../database/columns-of.ts'
import type { TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { fromJson } from '../database/json.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { Transaction } from '../database/query.ts'
import type { NewRow, Row } from '../database/schema.ts'
import { lockTenant } from '../database/tenant-lock.ts'
import { enforceQuota } from '../quotas/enforce-quota.ts'
import { insertMember } from './insert-member.ts'
import { createLoginSessionStore } from './login-session-store.ts'
import { createPasskeyStore } from './passkey-store.ts'
import { createSignOnIdentityStore } from './sign-on-identity-store.ts'

export function createMemberStore(db: TenantDatabase): MemberStore {
  return {
    ...members(db),
    ...invitations(db),
    ...createSignOnIdentityStore(db),
    ...createPasskeyStore(db),
    ...createLoginSessionStore(db),
    ...keys(db),
  }
}

export const memberById = cachedQuery(
  preparedQuery(['id'], (db, { id }: { readonly id: UserId }) =>
    db.selectFrom('members').selectAll().where('id', '=', id),
  ),
  toMember,
)

type Members = Pick<MemberStore, 'list' | 'get' | 'create' | 'setRole' | 'remove'>

function members(db: TenantDatabase): Members {
  return {
    list: async () => {
      const rows = await db.read
        .selectFrom('members')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toMember)
    },
    get: (id) => db.one(memberById, { id }),
    create: (member) => db.write((trx) => insertMember(trx, db.tenantId, member)),
    setRole: (id, role) =>
      db.write((trx, notify) =>
        changeKeepingAnOwner(trx, { tenantId: db.tenantId, id }, async () => {
          await trx.updateTable('members').set({ role }).where('id', '=', id).execute()
          notify({ kind: 'credentials', tenantId: db.tenantId })
        }),
      ),
    remove: (id) =>
      db.write((trx, notify) =>
        changeKeepingAnOwner(trx, { tenantId: db.tenantId, id }, async () => {
          await removeKeys(trx, ({ userId, createdBy }) => userId === id || createdBy === id)
          await trx.deleteFrom('members').where('id', '=', id).execute()
          notify({ kind: 'credentials', tenantId: db.tenantId })
        }),
      ),
  }
}

/** Changes one member under a lock: of two owners who demote each other at once, one stays. */
async function changeKeepingAnOwner(
  trx: Transaction,
  { tenantId, id }: { readonly tenantId: TenantId; readonly id: UserId },
  change: () => Promise<void>,
): Promise<void> {
  await lockTenant(trx, tenantId)
  const member = await trx
    .selectFrom('members')
    .select('role')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!member) throw memberNotFound(id)
  await change()
  if (member.role !== 'owner') return
  const owner = await trx
    .selectFrom('members')
    .select('id')
    .where('role', '=', 'owner')
    .executeTakeFirst()
  if (!owner) throw lastOwner(id)
}

function invitations(db: TenantDatabase): Pick<MemberStore, 'invite' | 'removeInvitation'> {
  return {
    invite: ({ userId, tokenHash, createdBy, createdAt, expiresAt }) =>
      db.write(async (trx) => {
        await trx.deleteFrom('invitations').where('user_id', '=', userId).execute()
        const row = {
          ...{ user_id: userId, token_hash: tokenHash, created_by: createdBy },
          ...{ created_at: createdAt, expires_at: expiresAt },
        }
        await mapConstraintErrors(trx.insertInto('invitations').values(row).execute(), {
          onMissingParent: () => memberNotFound(userId),
        })
      }),
    removeInvitation: (userId) =>
      changesRow(db, (trx) =>
        trx.deleteFrom('invitations').where('user_id', '=', userId).returning('user_id'),
      ),
  }
}

function keys(db: TenantDatabase): Pick<MemberStore, 'keys' | 'createKey' | 'removeKey'> {
  return {
    keys: async () => {
      const rows = await db.read
        .selectFrom('api_keys')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toApiKey)
    },
    createKey: (key, hash, { madeBy } = { madeBy: 'person' }) =>
      db.write(async (trx) => {
        const { userId: person, createdAt: now } = key
        const adding = madeBy === 'person' ? 1 : 0
        await enforceQuota(trx, db, { quota: 'keys', person, adding, now })
        await mapConstraintErrors(
          trx.insertInto('api_keys').values(apiKeyRow(key, hash)).execute(),
          {
            onDuplicate: () => keyExists(key.id),
            onMissingParent: () => memberNotFound(key.userId),
          },
        )
      }),
    removeKey: (id) =>
      db.write(async (trx, notify) => {
        const removed = await removeKeys(trx, (key) => key.id === id)
        if (removed) notify({ kind: 'credentials', tenantId: db.tenantId })
        return removed
      }),
  }
}

/** With the keys that depend on them, and the sessions of all of them. False when there are none. */
async function removeKeys(trx: Transaction, isGone: (key: ApiKey) => boolean): Promise<boolean> {
  const keys = (await trx.selectFrom('api_keys').selectAll().execute()).map(toApiKey)
  const roots = keys.filter(isGone).map(({ id }) => id)
  const gone = [...roots, ...descendantsOf(keys, roots).map(({ id }) => id)]
  for (const id of gone) {
    await trx.deleteFrom('api_keys').where('id', '=', id).execute()
    await trx.deleteFrom('login_sessions').where('key_id', '=', id).execute()
  }
  return roots.length > 0
}

export function toMember(row: Omit<Row<'members'>, 'tenant_id'>): Member {
  return {
    id: row.id as UserId,
    name: row.name,
    role: row.role as Role,
    createdAt: row.created_at,
    kind: row.kind as MemberKind,
    joinedAt: row.joined_at,
  }
}

export function toApiKey(row: Omit<Row<'api_keys'>, 'hash' | 'tenant_id'>): ApiKey {
  return {
    id: row.id as ApiKeyId,
    userId: row.user_id as UserId,
    name: row.name,
    publicId: row.prefix,
    scopes: fromJson<Permission[]>(row.scopes),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    parentId: row.parent_id as ApiKeyId | null,
    createdBy: row.created_by as UserId | null,
    loginKeyId: row.login_key_id as ApiKeyId | null,
  }
}

function apiKeyRow({ publicId: prefix, ...key }: ApiKey, hash: string): NewRow<'api_keys'> {
  return columnsOf({ ...key, prefix, hash })
}
