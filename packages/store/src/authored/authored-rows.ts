import type { AuthoredToolId, ConversationId, UserId } from '@repertoire/core/base'
import type {
  AuthoredGrant,
  AuthoredHead,
  AuthoredIdentity,
  AuthoredKind,
  AuthoredTool,
  AuthoredVersion,
} from '@repertoire/core/domain'
import { columnsOf } from '../database/columns-of.ts'
import { fromJson } from '../database/json.ts'
import type { NewRow, Row } from '../database/schema.ts'

type IdentityRow = Omit<Row<'authored_tools'>, 'tenant_id' | 'deleted_key'>
type VersionRow = Omit<Row<'authored_versions'>, 'tenant_id' | 'tool_id' | 'change_key'>
type VersionHeadRow = Omit<VersionRow, 'code'>

/** Every column of a version except the code, which can be long. */
export const versionHeadColumns = [
  'number',
  'digest',
  'requires',
  'reason',
  'author',
  'trusted',
  'conversation_id',
  'written_at',
  'description',
  'parameters',
] as const satisfies readonly (keyof VersionHeadRow)[]

export const versionColumns = [...versionHeadColumns, 'code'] as const

export function toIdentity(row: IdentityRow): AuthoredIdentity {
  return {
    id: row.id as AuthoredToolId,
    kind: row.kind as AuthoredKind,
    name: row.name,
    owner: row.owner as UserId,
    enabled: row.enabled === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  }
}

export function toVersionHead(row: VersionHeadRow): AuthoredHead['head'] {
  return {
    number: row.number,
    digest: row.digest,
    requires: fromJson<string[]>(row.requires),
    reason: row.reason,
    author: row.author as AuthoredVersion['author'],
    trusted: row.trusted === 1,
    conversationId: row.conversation_id as ConversationId | null,
    createdAt: row.written_at,
    description: row.description,
    parameters: row.parameters === null ? null : fromJson(row.parameters),
  }
}

export function toVersion(row: VersionRow): AuthoredVersion {
  return { ...toVersionHead(row), code: row.code }
}

export function toGrant(row: Omit<Row<'authored_grants'>, 'tenant_id'>): AuthoredGrant {
  return {
    toolId: row.tool_id as AuthoredToolId,
    digest: row.digest,
    version: row.version,
    libraries: fromJson<AuthoredGrant['libraries']>(row.libraries),
    grantedBy: row.granted_by as UserId,
    grantedAt: row.granted_at,
  }
}

export function identityRow({ head, ...tool }: AuthoredTool): NewRow<'authored_tools'> {
  return { ...columnsOf(tool), head_number: head.number, deleted_key: null }
}

export function versionRow(
  toolId: AuthoredToolId,
  { createdAt: writtenAt, ...version }: AuthoredVersion,
  changeKey: string | null,
): NewRow<'authored_versions'> {
  return columnsOf({ ...version, toolId, writtenAt, changeKey })
}
