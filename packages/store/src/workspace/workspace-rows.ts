import type { ConversationId, SkillId, Timestamp, UserId } from '@repertoire/core/base'
import { planWorkspace } from '@repertoire/core/keep'
import type { WorkspaceChange, WorkspaceFile } from '@repertoire/core/ports'
import { insertAll } from '../database/bulk-insert.ts'
import type { QueryExecutor, Transaction } from '../database/query.ts'
import type { Row } from '../database/schema.ts'
import { enforceQuota, type LimitedDatabase } from '../quotas/enforce-quota.ts'

export interface WorkspaceChangeRequest {
  readonly changes: readonly WorkspaceChange[]
  readonly now: Timestamp
}

export function toWorkspaceFile(row: Row<'workspace_files'>): WorkspaceFile {
  return {
    path: row.path,
    sha256: row.sha256,
    size: row.size,
    skillId: row.skill_id as SkillId | null,
    updatedAt: row.updated_at,
  }
}

/**
 * Throws ProblemError `quota.exceeded`. The caller holds the conversation's row lock, so changes of one folder are
 * serialised.
 */
export async function changeFiles(
  trx: Transaction,
  id: ConversationId,
  { db, changes, now }: WorkspaceChangeRequest & { readonly db: LimitedDatabase },
): Promise<void> {
  if (changes.length === 0) return
  const before = await filesOf(trx, id)
  const after = planWorkspace(before, changes, now)
  await enforceBytes(trx, id, { db, adding: sizeOf(after) - sizeOf(before), now })
  const touched = new Set(changes.map(({ path }) => path))
  await trx
    .deleteFrom('workspace_files')
    .where('conversation_id', '=', id)
    .where('path', 'in', [...touched])
    .execute()
  const rows = after
    .filter(({ path }) => touched.has(path))
    .map(({ path, sha256, size, skillId, updatedAt }) => ({
      conversation_id: id,
      path,
      sha256,
      size,
      updated_at: updatedAt,
      skill_id: skillId,
    }))
  await insertAll(trx, 'workspace_files', rows)
}

interface BytesRequest {
  readonly db: LimitedDatabase
  readonly adding: number
  readonly now: Timestamp
}

async function enforceBytes(
  trx: Transaction,
  id: ConversationId,
  { db, adding, now }: BytesRequest,
): Promise<void> {
  const { organisation, person } = db.quotas
  if (adding <= 0 || (organisation.bytes ?? person.bytes) === undefined) return
  const { user_id } = await trx
    .selectFrom('conversations')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await enforceQuota(trx, db, { quota: 'bytes', person: user_id as UserId, adding, now })
}

function sizeOf(files: readonly WorkspaceFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

async function filesOf(
  db: QueryExecutor | Transaction,
  id: ConversationId,
): Promise<WorkspaceFile[]> {
  const rows = await db
    .selectFrom('workspace_files')
    .selectAll()
    .where('conversation_id', '=', id)
    .execute()
  return rows.map(toWorkspaceFile)
}
