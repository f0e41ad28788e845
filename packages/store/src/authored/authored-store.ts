import {
  type AuthoredIdentity,
  type AuthoredKind,
  type AuthoredStore,
  type AuthoredTool,
  type AuthoredToolId,
  authoredLimits,
  authoredNameTaken,
  authoredNotFound,
  authoredStale,
  authoredTooMany,
  pageOf,
  type UserId,
} from '@repertoire/core'
import type { Query, TenantDatabase, Work } from '../database/database.ts'
import { explaining } from '../database/failure.ts'
import { behind, startOf } from '../database/pages.ts'
import { lockTenant } from '../organisation/tenant-lock.ts'
import {
  identityRow,
  toGrant,
  toIdentity,
  toVersion,
  toVersionHead,
  versionColumns,
  versionHeadColumns,
  versionRow,
} from './authored-rows.ts'

/** Tools and libraries that agents wrote. */
export function createAuthoredStore(db: TenantDatabase): AuthoredStore {
  return {
    madeBy: (changeKey) => madeBy(db.read, changeKey),
    create: ({ tool, changeKey }) =>
      db.write(async (trx) => {
        await lockTenant(trx, db.tenantId)
        await checkRoom(trx, tool)
        await trx.insertInto('authored_tools').values(identityRow(tool)).execute()
        await trx
          .insertInto('authored_versions')
          .values(versionRow(tool.id, tool.head, changeKey))
          .execute()
      }),
    get: (id) => whole(db.read, (query) => query.where('id', '=', id)),
    findByName: (owner, kind, name) => named(db.read, { owner, kind, name }),
    list: async (filter, page) => {
      const key = startOf(page, ['string', 'string'])
      const { owner, kind, deletedSince } = filter
      let query = tools(db.read).select(versionHeadColumns)
      if (owner !== undefined) query = query.where('owner', '=', owner)
      if (kind !== undefined) query = query.where('kind', '=', kind)
      query =
        deletedSince === undefined
          ? query.where('deleted_at', 'is', null)
          : query.where('deleted_at', '>=', deletedSince)
      if (key) query = query.where(behind(['name', 'id'], key, '>'))
      const rows = await query
        .orderBy('name')
        .orderBy('id')
        .limit(page.limit + 1)
        .execute()
      const heads = rows.map((row) => ({
        ...toIdentity(row),
        head: toVersionHead(row),
      }))
      return pageOf(heads, page.limit, ({ name, id }) => [name, id])
    },
    revise: (id, { version, changeKey }) =>
      db.write(async (trx) => {
        const before = await inUse(trx, id)
        const moved = await trx
          .updateTable('authored_tools')
          .set({ head_number: version.number, updated_at: version.createdAt })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .where('head_number', '=', version.number - 1)
          .returning('id')
          .executeTakeFirst()
        if (!moved) throw authoredStale(before, (await inUse(trx, id)).head.number)
        await trx
          .insertInto('authored_versions')
          .values(versionRow(id, version, changeKey))
          .execute()
        return inUse(trx, id)
      }),
    setEnabled: (id, enabled, now) =>
      db.write(async (trx) => {
        await trx
          .updateTable('authored_tools')
          .set({ enabled: enabled ? 1 : 0, updated_at: now })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .execute()
        return inUse(trx, id)
      }),
    remove: (id, { now, changeKey, purgeBefore }) =>
      db.write(async (trx) => {
        await trx.deleteFrom('authored_tools').where('deleted_at', '<', purgeBefore).execute()
        await trx
          .updateTable('authored_tools')
          .set({ deleted_at: now, deleted_key: changeKey })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .execute()
        await known(trx, id)
      }),
    restore: (id, now) =>
      db.write(async (trx) => {
        await lockTenant(trx, db.tenantId)
        const before = await known(trx, id)
        if (before.deletedAt === null) return before
        await checkRoom(trx, before)
        await trx
          .updateTable('authored_tools')
          .set({ deleted_at: null, deleted_key: null, updated_at: now })
          .where('id', '=', id)
          .execute()
        return inUse(trx, id)
      }),
    versions: async (id) => {
      const rows = await db.read
        .selectFrom('authored_versions')
        .select(versionHeadColumns)
        .where('tool_id', '=', id)
        .orderBy('number', 'desc')
        .execute()
      return rows.map(toVersionHead)
    },
    version: async (id, number) => {
      const row = await db.read
        .selectFrom('authored_versions')
        .select(versionColumns)
        .where('tool_id', '=', id)
        .where('number', '=', number)
        .executeTakeFirst()
      return row ? toVersion(row) : null
    },
    grant: ({ toolId, digest, version, grantedBy, grantedAt }) =>
      db.write(async (trx) => {
        const granted = { version, granted_by: grantedBy, granted_at: grantedAt }
        const written = trx
          .insertInto('authored_grants')
          .values({ tool_id: toolId, digest, ...granted })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await explaining(written, { missing: () => authoredNotFound(toolId) })
      }),
    grants: async (owner) => {
      const rows = await db.read
        .selectFrom('authored_grants')
        .innerJoin('authored_tools', 'authored_tools.id', 'authored_grants.tool_id')
        .select(['tool_id', 'digest', 'version', 'granted_by', 'granted_at'])
        .where('owner', '=', owner)
        .orderBy('granted_at')
        .orderBy('digest')
        .execute()
      return rows.map(toGrant)
    },
  }
}

const identityColumns = [
  'authored_tools.id',
  'authored_tools.kind',
  'authored_tools.name',
  'authored_tools.owner',
  'authored_tools.enabled',
  'authored_tools.head_number',
  'authored_tools.created_at',
  'authored_tools.updated_at',
  'authored_tools.deleted_at',
] as const

/** With their newest version. */
function tools(read: Query | Work) {
  return read
    .selectFrom('authored_tools')
    .innerJoin('authored_versions', (join) =>
      join
        .onRef('authored_versions.tool_id', '=', 'authored_tools.id')
        .onRef('authored_versions.number', '=', 'authored_tools.head_number'),
    )
    .select(identityColumns)
}

async function whole(
  read: Query | Work,
  only: (query: ReturnType<typeof tools>) => ReturnType<typeof tools>,
): Promise<AuthoredTool | null> {
  const row = await only(tools(read)).select(versionColumns).executeTakeFirst()
  return row ? { ...toIdentity(row), head: toVersion(row) } : null
}

interface Named {
  readonly owner: UserId
  readonly kind: AuthoredKind
  readonly name: string
}

function named(read: Query | Work, { owner, kind, name }: Named): Promise<AuthoredTool | null> {
  return whole(read, (query) =>
    query
      .where('owner', '=', owner)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .where('deleted_at', 'is', null),
  )
}

async function known(trx: Work, id: AuthoredToolId): Promise<AuthoredTool> {
  const found = await whole(trx, (query) => query.where('id', '=', id))
  if (!found) throw authoredNotFound(id)
  return found
}

async function inUse(trx: Work, id: AuthoredToolId): Promise<AuthoredTool> {
  const found = await known(trx, id)
  if (found.deletedAt !== null) throw authoredNotFound(id)
  return found
}

/** Under the tenant's lock: of two at once the second sees the first. */
async function checkRoom(trx: Work, { owner, kind, name }: AuthoredIdentity): Promise<void> {
  if (await named(trx, { owner, kind, name })) throw authoredNameTaken({ kind, name })
  const { count } = await trx
    .selectFrom('authored_tools')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('owner', '=', owner)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= authoredLimits.perPerson) throw authoredTooMany(kind)
}

async function madeBy(read: Query, changeKey: string) {
  const written = await read
    .selectFrom('authored_versions')
    .select(['tool_id', 'number'])
    .where('change_key', '=', changeKey)
    .executeTakeFirst()
  if (written) return { id: written.tool_id as AuthoredToolId, number: written.number }
  const deleted = await read
    .selectFrom('authored_tools')
    .select(['id', 'head_number'])
    .where('deleted_key', '=', changeKey)
    .executeTakeFirst()
  return deleted ? { id: deleted.id as AuthoredToolId, number: deleted.head_number } : null
}
