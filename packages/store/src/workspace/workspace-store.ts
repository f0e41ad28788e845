import type { ConversationId, UserId } from '@repertoire/core/base'
import {
  type BlobStore,
  blobMissing,
  conversationNotFound,
  type WorkspaceStore,
} from '@repertoire/core/ports'
import type { TenantDatabase } from '../database/database.ts'
import { changeFiles, toWorkspaceFile } from './workspace-rows.ts'

/** Conversation workspaces: rows that reference blobs. No part of a path reaches the file system. */
export function createWorkspaceStore(db: TenantDatabase, blobs: BlobStore): WorkspaceStore {
  const filesOf = (viewer: UserId, id: ConversationId) =>
    db.read
      .selectFrom('workspace_files')
      .innerJoin('conversations', 'conversations.id', 'workspace_files.conversation_id')
      .where('workspace_files.conversation_id', '=', id)
      .where('conversations.user_id', '=', viewer)
      .where('conversations.deleted_at', 'is', null)
      .selectAll('workspace_files')
  return {
    list: async (viewer, id) => {
      const rows = await filesOf(viewer, id).orderBy('workspace_files.path').execute()
      return rows.map(toWorkspaceFile)
    },
    read: async (viewer, id, path) => {
      const row = await filesOf(viewer, id)
        .where('workspace_files.path', '=', path)
        .executeTakeFirst()
      if (!row) return null
      const bytes = await blobs.get(db.tenantId, row.sha256)
      if (!bytes) throw blobMissing(row)
      return bytes
    },
    storeBlob: (sha256, bytes) => blobs.put(db.tenantId, sha256, bytes),
    change: (viewer, id, request) =>
      db.write(async (trx, notify) => {
        const held = await trx
          .updateTable('conversations')
          .set({ updated_at: request.now })
          .where('id', '=', id)
          .where('user_id', '=', viewer)
          .where('deleted_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (!held) throw conversationNotFound(id)
        await changeFiles(trx, id, { ...request, db })
        notify({ kind: 'conversation', tenantId: db.tenantId, conversationId: id })
      }),
  }
}
