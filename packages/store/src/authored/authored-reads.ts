import type { AuthoredToolId, UserId } from '@repertoire/core/base'
import type { AuthoredKind, AuthoredTool } from '@repertoire/core/domain'
import { type AuthoredStore, pageOf } from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import { afterCursor, decodePageCursor } from '../database/pages.ts'
import type { QueryExecutor, Transaction } from '../database/query.ts'
import {
  toGrant,
  toIdentity,
  toVersion,
  toVersionHead,
  versionColumns,
  versionHeadColumns,
} from './authored-rows.ts'

type AuthoredReads = Pick<
  AuthoredStore,
  'findChange' | 'get' | 'findByName' | 'list' | 'versions' | 'version' | 'grants'
>

/** The read methods of the store. */
export function createAuthoredReads(db: TenantDatabase): AuthoredReads {
  return {
    findChange: (changeKey) => findChange(db.read, changeKey),
    get: (id) => findTool(db.read, (query) => query.where('id', '=', id)),
    findByName: (owner, kind, name) => findNamedTool(db.read, { owner, kind, name }),
    list: async (filter, page) => {
      const key = decodePageCursor(page, ['string', 'string'])
      const { owner, kind, deletedSince } = filter
      let query = selectTools(db.read).select(versionHeadColumns)
      if (owner !== undefined) query = query.where('owner', '=', owner)
      if (kind !== undefined) query = query.where('kind', '=', kind)
      query =
        deletedSince === undefined
          ? query.where('deleted_at', 'is', null)
          : query.where('deleted_at', '>=', deletedSince)
      if (key) query = query.where(afterCursor(['name', 'id'], key, '>'))
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
    grants: async (owner) => {
      const rows = await db.read
        .selectFrom('authored_grants')
        .innerJoin('authored_tools', 'authored_tools.id', 'authored_grants.tool_id')
        .select(['tool_id', 'digest', 'version', 'granted_by', 'granted_at', 'libraries'])
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

/** Tools joined with their newest version. */
function selectTools(read: QueryExecutor | Transaction) {
  return read
    .selectFrom('authored_tools')
    .innerJoin('authored_versions', (join) =>
      join
        .onRef('authored_versions.tool_id', '=', 'authored_tools.id')
        .onRef('authored_versions.number', '=', 'authored_tools.head_number'),
    )
    .select(identityColumns)
}

export async function findTool(
  read: QueryExecutor | Transaction,
  narrow: (query: ReturnType<typeof selectTools>) => ReturnType<typeof selectTools>,
): Promise<AuthoredTool | null> {
  const row = await narrow(selectTools(read)).select(versionColumns).executeTakeFirst()
  return row ? { ...toIdentity(row), head: toVersion(row) } : null
}

interface ToolName {
  readonly owner: UserId
  readonly kind: AuthoredKind
  readonly name: string
}

export function findNamedTool(
  read: QueryExecutor | Transaction,
  { owner, kind, name }: ToolName,
): Promise<AuthoredTool | null> {
  return findTool(read, (query) =>
    query
      .where('owner', '=', owner)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .where('deleted_at', 'is', null),
  )
}

async function findChange(read: QueryExecutor, changeKey: string) {
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
