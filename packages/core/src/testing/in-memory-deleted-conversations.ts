import type { ConversationId, UserId } from '../base/ids.ts'
import { tombstoneExpiryCutoff } from '../keep/skills/tombstone.ts'
import type { ConversationStore } from '../ports/conversations.ts'
import { conversationNotDeleted, conversationNotFound } from '../ports/store-problems.ts'
import { pageLatest } from './in-memory-pages.ts'
import { deletePromptContext } from './in-memory-prompt-contexts.ts'
import { enforceQuota } from './in-memory-quotas.ts'
import type { InMemoryTenant, Notify } from './in-memory-state.ts'
import { compareText } from './in-memory-state.ts'

type DeletedConversations = Pick<
  ConversationStore,
  'discard' | 'restore' | 'listDeleted' | 'remove' | 'purge'
>

export function createInMemoryDeletedConversations(
  tenant: InMemoryTenant,
  notify: Notify,
): DeletedConversations {
  const { conversations, deletedConversations: deleted } = tenant
  const changed = (conversationId: ConversationId): void => {
    notify({ kind: 'conversation', tenantId: tenant.id, conversationId })
    notify({ kind: 'approvals', tenantId: tenant.id })
  }
  const find = (viewer: UserId, id: ConversationId) => {
    const entry = conversations.get(id)
    if (entry?.conversation.userId !== viewer) throw conversationNotFound(id)
    return entry
  }
  return {
    discard: async (viewer, id, deletedAt) => {
      const entry = find(viewer, id)
      deleted.set(id, { entry, deletedAt, ...takeRows(tenant, id) })
      changed(id)
    },
    restore: async (viewer, id, now) => {
      enforceQuota(tenant, { quota: 'conversations', person: viewer, adding: 1, now })
      const found = deleted.get(id)
      const isOwn = found?.entry.conversation.userId === viewer
      if (!found || !isOwn || found.deletedAt <= tombstoneExpiryCutoff(now)) {
        throw conversationNotDeleted(id)
      }
      deleted.delete(id)
      conversations.set(id, found.entry)
      tenant.workspaces.set(id, found.workspace)
      for (const one of found.runs) tenant.runs.set(one.run.id, one)
      for (const one of found.approvals) tenant.approvals.set(one.id, one)
      for (const one of found.executions) tenant.executions.set(one.execution.id, one)
      changed(id)
      return found.entry.conversation
    },
    listDeleted: async (viewer, page, now) => {
      const kept = [...deleted.values()]
        .filter(({ entry }) => entry.conversation.userId === viewer)
        .filter(({ deletedAt }) => deletedAt > tombstoneExpiryCutoff(now))
        .map(({ entry, deletedAt }) => ({ conversation: entry.conversation, deletedAt }))
      return pageLatest(kept, page, (item) => [item.deletedAt, item.conversation.id])
    },
    remove: async (viewer, id) => {
      if (deleted.get(id)?.entry.conversation.userId === viewer) deleted.delete(id)
      else {
        find(viewer, id)
        takeRows(tenant, id)
      }
      deletePromptContext(tenant, { kind: 'conversation', conversationId: id })
      notify({ kind: 'conversation', tenantId: tenant.id, conversationId: id })
    },
    purge: async (upTo, limit) => {
      const expired = [...deleted]
        .filter(([, { deletedAt }]) => deletedAt <= upTo)
        .sort(([a, one], [b, other]) => one.deletedAt - other.deletedAt || compareText(a, b))
        .slice(0, limit)
      for (const [id] of expired) {
        deleted.delete(id)
        deletePromptContext(tenant, { kind: 'conversation', conversationId: id })
      }
      return expired.length
    },
  }
}

/** Takes a conversation and its rows out of everything that is read. */
function takeRows(tenant: InMemoryTenant, id: ConversationId) {
  const workspace = tenant.workspaces.get(id) ?? []
  const runs = [...tenant.runs.values()].filter(({ run }) => run.conversationId === id)
  const approvals = [...tenant.approvals.values()].filter((one) => one.conversationId === id)
  const executions = [...tenant.executions.values()].filter(
    ({ execution }) => execution.conversationId === id,
  )
  tenant.conversations.delete(id)
  tenant.workspaces.delete(id)
  tenant.usage.delete(id)
  for (const { run } of runs) tenant.runs.delete(run.id)
  for (const approval of approvals) tenant.approvals.delete(approval.id)
  for (const { execution } of executions) tenant.executions.delete(execution.id)
  return { workspace, runs, approvals, executions }
}
