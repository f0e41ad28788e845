import {
  type ConversationId,
  planWorkspace,
  type SkillId,
  type Timestamp,
  type WorkspaceChange,
  type WorkspaceFile,
} from '@repertoire/core'
import { insertAll } from '../database/bulk-insert.ts'
import type { QueryExecutor, Transaction } from '../database/query.ts'
import type { Row } from '../database/schema.ts'

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

/** The caller holds the conversation's row lock, so changes of one folder are serialised. */
export async function changeFiles(
  trx: Transaction,
  id: ConversationId,
  { changes, now }: WorkspaceChangeRequest,
): Promise<void> {
  if (changes.length === 0) return
  const after = planWorkspace(await filesOf(trx, id), changes, now)
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
