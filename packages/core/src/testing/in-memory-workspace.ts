import type { ConversationId, Timestamp, UserId } from '../base/ids.ts'
import { planWorkspace } from '../keep/workspace/plan-workspace.ts'
import type { Clock } from '../ports/clock.ts'
import { blobMissing, conversationNotFound } from '../ports/store-problems.ts'
import type { WorkspaceChange, WorkspaceFile, WorkspaceStore } from '../ports/workspace.ts'
import { enforceQuota, sizeOf } from './in-memory-quotas.ts'
import type { InMemoryTenant, Notify } from './in-memory-state.ts'
import { compareText } from './in-memory-state.ts'

export function createInMemoryWorkspace(
  tenant: InMemoryTenant,
  { clock, notify }: { readonly clock: Clock; readonly notify: Notify },
): WorkspaceStore {
  const isOwner = (viewer: UserId, id: ConversationId): boolean =>
    tenant.conversations.get(id)?.conversation.userId === viewer
  const filesOf = (viewer: UserId, id: ConversationId): readonly WorkspaceFile[] =>
    isOwner(viewer, id) ? (tenant.workspaces.get(id) ?? []) : []
  return {
    list: async (viewer, id) =>
      [...filesOf(viewer, id)].sort((one, other) => compareText(one.path, other.path)),
    read: async (viewer, id, path) => {
      const file = filesOf(viewer, id).find((one) => one.path === path)
      if (!file) return null
      const bytes = tenant.blobs.get(file.sha256)?.bytes
      if (!bytes) throw blobMissing(file)
      return bytes.slice()
    },
    storeBlob: async (sha256, bytes) => {
      tenant.marked.delete(sha256)
      tenant.blobs.set(sha256, { bytes: bytes.slice(), storedAt: clock.now() })
    },
    change: async (viewer, id, { changes, now }) => {
      if (!isOwner(viewer, id)) throw conversationNotFound(id)
      changeFiles(tenant, id, { changes, now })
      notify({ kind: 'conversation', tenantId: tenant.id, conversationId: id })
    },
  }
}

/** Checks everything before any change. */
export function changeFiles(
  tenant: InMemoryTenant,
  id: ConversationId,
  request: { readonly changes: readonly WorkspaceChange[]; readonly now: Timestamp },
): void {
  const before = tenant.workspaces.get(id) ?? []
  const files = planWorkspace(before, request.changes, request.now)
  const person = tenant.conversations.get(id)?.conversation.userId ?? null
  const adding = sizeOf(files) - sizeOf(before)
  enforceQuota(tenant, { quota: 'bytes', person, adding, now: request.now })
  tenant.workspaces.set(id, files)
}
