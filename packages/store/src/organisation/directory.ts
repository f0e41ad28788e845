import type { ApiKeyId, TenantId, Timestamp, UserId } from '@repertoire/core/base'
import type { ApiKey, KeyLink, Member } from '@repertoire/core/domain'
import {
  type BlobStore,
  type Directory,
  type KeyHolder,
  keyUsePrecision,
  memberNotFound,
  type SessionHolder,
} from '@repertoire/core/ports'
import { toCollection } from '../collections/to-collection.ts'
import { findAppToken } from '../connected-apps/connected-app-store.ts'
import { backgroundWork } from '../conversations/background-work.ts'
import { cachedQuery } from '../database/cached-query.ts'
import type { Database, TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { Transaction } from '../database/query.ts'
import { createDeviceLogins } from './device-logins.ts'
import { toOpenSession } from './login-session-store.ts'
import { memberById, toApiKey, toMember } from './member-store.ts'
import { createOrganisations } from './organisations.ts'
import { toPasskey } from './passkey-store.ts'

/** The only queries across tenants: credentials, which determine the tenant, and background work. */
export function createDirectory(database: Database, blobs: BlobStore): Directory {
  return {
    deviceLogins: createDeviceLogins(database),
    ...createOrganisations(database, blobs),
    ...credentials(database),
    findAppToken: (hash) => findAppToken(database, hash),
    ...backgroundWork(database),
  }
}

type Credentials = Pick<
  Directory,
  | 'findKey'
  | 'ownerOfPublicKey'
  | 'createSession'
  | 'findSession'
  | 'findPasskey'
  | 'findCollection'
  | 'removeSession'
  | 'redeemInvitation'
>

function credentials(database: Database): Credentials {
  return {
    findKey: async (hash, now) => {
      const found = await database.unscopedOne(keyByHash, { hash })
      if (!found || isOver(found.key.expiresAt, now)) return null
      const { tenantId, key } = found
      const ancestors = await ancestorsOf(database.scope(tenantId), key)
      if (!ancestors) return null
      const holder = { ...found, ancestors }
      if (key.lastUsedAt !== null && now - key.lastUsedAt < keyUsePrecision) return holder
      await recordKeyUse(database, { tenantId, keyId: key.id, now })
      return { ...holder, key: { ...key, lastUsedAt: now } }
    },
    ownerOfPublicKey: async (publicId) => {
      if (publicId === '') return null
      const row = await database.unscoped
        .selectFrom('api_keys')
        .select(['tenant_id', 'id'])
        .where('prefix', '=', publicId)
        .limit(1)
        .executeTakeFirst()
      return row ? { tenantId: row.tenant_id as TenantId, keyId: row.id as ApiKeyId } : null
    },
    findPasskey: async (credentialId) => {
      const row = await database.unscoped
        .selectFrom('passkeys')
        .innerJoin('tenants', 'tenants.id', 'passkeys.tenant_id')
        .where('tenants.deleted_at', 'is', null)
        .where('passkeys.credential_id', '=', credentialId)
        .selectAll('passkeys')
        .executeTakeFirst()
      if (!row) return null
      const tenantId = row.tenant_id as TenantId
      const member = await database.scope(tenantId).one(memberById, { id: row.user_id as UserId })
      return member ? { tenantId, member, passkey: toPasskey(row) } : null
    },
    findCollection: async (tokenHash) => {
      const row = await database.unscoped
        .selectFrom('collections')
        .innerJoin('tenants', 'tenants.id', 'collections.tenant_id')
        .where('tenants.deleted_at', 'is', null)
        .where('collections.token_hash', '=', tokenHash)
        .selectAll('collections')
        .executeTakeFirst()
      return row ? { tenantId: row.tenant_id as TenantId, collection: toCollection(row) } : null
    },
    createSession: (tenantId, session) =>
      database.scope(tenantId).write(async (trx) => {
        await trx
          .deleteFrom('login_sessions')
          .where('expires_at', '<=', session.createdAt)
          .execute()
        const row = {
          token_hash: session.tokenHash,
          user_id: session.userId,
          key_id: session.keyId,
          created_at: session.createdAt,
          authenticated_at: session.authenticatedAt,
          expires_at: session.expiresAt,
          ...{ id: session.id, user_agent: session.userAgent, address: session.address },
          last_used_at: null,
        }
        await mapConstraintErrors(trx.insertInto('login_sessions').values(row).execute(), {
          onMissingParent: () => memberNotFound(session.userId),
        })
        await recordJoining(trx, session.userId, session.createdAt)
      }),
    findSession: async (tokenHash, now) => {
      const found = await database.unscopedOne(sessionMember, { tokenHash })
      if (!found || isOver(found.session.expiresAt, now)) return null
      const { tenantId, session } = found
      if (session.lastUsedAt !== null && now - session.lastUsedAt < keyUsePrecision) return found
      await recordSessionUse(database, { tenantId, tokenHash, now })
      return { ...found, session: { ...session, lastUsedAt: now } }
    },
    redeemInvitation: async (tokenHash, now) => {
      const invitation = await database.unscoped
        .selectFrom('invitations')
        .where('token_hash', '=', tokenHash)
        .select('tenant_id')
        .executeTakeFirst()
      if (!invitation) return null
      const tenantId = invitation.tenant_id as TenantId
      return database.scope(tenantId).write(async (trx) => {
        const used = await trx
          .deleteFrom('invitations')
          .where('token_hash', '=', tokenHash)
          .returning(['user_id', 'expires_at'])
          .executeTakeFirst()
        if (!used || used.expires_at <= now) return null
        const joined = await recordJoining(trx, used.user_id, now)
        return joined ? { tenantId, member: toMember(joined) } : null
      })
    },
    removeSession: async (tokenHash) => {
      const found = await database.unscopedOne(sessionMember, { tokenHash })
      if (!found) return
      const { tenantId } = found
      await database.scope(tenantId).write(async (trx, notify) => {
        await trx.deleteFrom('login_sessions').where('token_hash', '=', tokenHash).execute()
        notify({ kind: 'credentials', tenantId })
      })
    },
  }
}

const keyById = cachedQuery(
  preparedQuery(['id'], (db, { id }: { readonly id: ApiKeyId }) =>
    db.selectFrom('api_keys').selectAll().where('id', '=', id),
  ),
  toApiKey,
)

/** The credentials a key depends on, the nearest first; null when one of them is gone. */
async function ancestorsOf(db: TenantDatabase, key: ApiKey): Promise<readonly KeyLink[] | null> {
  const links: KeyLink[] = []
  for (let child = key; ; ) {
    const parent = child.parentId === null ? null : await db.one(keyById, { id: child.parentId })
    if (child.parentId !== null && !parent) return null
    const minter = parent?.userId ?? child.createdBy
    if (minter === null || (!parent && minter === child.userId)) return links
    const member = await db.one(memberById, { id: minter })
    if (!member) return null
    links.push({ member, key: parent })
    if (!parent) return links
    child = parent
  }
}

/** The member, if they join with this login; undefined for one who has joined before. */
function recordJoining(trx: Transaction, userId: string, now: Timestamp) {
  return trx
    .updateTable('members')
    .set({ joined_at: now })
    .where('id', '=', userId)
    .where('joined_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

const memberColumns = [
  'members.name as member_name',
  'members.role as member_role',
  'members.created_at as member_created_at',
  'members.kind as member_kind',
  'members.joined_at as member_joined_at',
] as const

const keyByHash = cachedQuery(
  preparedQuery(['hash'], (db, { hash }: { readonly hash: string }) =>
    db
      .selectFrom('api_keys')
      .innerJoin('members', (join) =>
        join
          .onRef('members.tenant_id', '=', 'api_keys.tenant_id')
          .onRef('members.id', '=', 'api_keys.user_id'),
      )
      .innerJoin('tenants', 'tenants.id', 'api_keys.tenant_id')
      .where('tenants.deleted_at', 'is', null)
      .where('api_keys.hash', '=', hash)
      .selectAll('api_keys')
      .select(memberColumns),
  ),
  (row): Omit<KeyHolder, 'ancestors'> => ({
    tenantId: row.tenant_id as TenantId,
    key: toApiKey(row),
    member: memberOf(row),
  }),
)

const sessionMember = cachedQuery(
  preparedQuery(['tokenHash'], (db, { tokenHash }: { readonly tokenHash: string }) =>
    db
      .selectFrom('login_sessions')
      .innerJoin('members', (join) =>
        join
          .onRef('members.tenant_id', '=', 'login_sessions.tenant_id')
          .onRef('members.id', '=', 'login_sessions.user_id'),
      )
      .innerJoin('tenants', 'tenants.id', 'login_sessions.tenant_id')
      .where('tenants.deleted_at', 'is', null)
      .where('login_sessions.token_hash', '=', tokenHash)
      .selectAll('login_sessions')
      .select(memberColumns),
  ),
  (row): SessionHolder => ({
    tenantId: row.tenant_id as TenantId,
    session: toOpenSession(row),
    member: memberOf(row),
  }),
)

interface JoinedMember {
  readonly user_id: string
  readonly member_name: string
  readonly member_role: string
  readonly member_created_at: number
  readonly member_kind: string
  readonly member_joined_at: number | null
}

function memberOf(row: JoinedMember): Member {
  return toMember({
    ...{ id: row.user_id, name: row.member_name, role: row.member_role },
    ...{ kind: row.member_kind, created_at: row.member_created_at },
    joined_at: row.member_joined_at,
  })
}

/** Asked each time: what is cached does not know the time. */
function isOver(expiresAt: Timestamp | null, now: Timestamp): boolean {
  return expiresAt !== null && expiresAt <= now
}

async function recordKeyUse(
  database: Database,
  use: { readonly tenantId: TenantId; readonly keyId: string; readonly now: number },
): Promise<void> {
  await database.scope(use.tenantId).write(async (trx) => {
    await trx
      .updateTable('api_keys')
      .set({ last_used_at: use.now })
      .where('id', '=', use.keyId)
      .execute()
  })
}

async function recordSessionUse(
  database: Database,
  use: { readonly tenantId: TenantId; readonly tokenHash: string; readonly now: number },
): Promise<void> {
  await database.scope(use.tenantId).write(async (trx) => {
    await trx
      .updateTable('login_sessions')
      .set({ last_used_at: use.now })
      .where('token_hash', '=', use.tokenHash)
      .execute()
  })
}
