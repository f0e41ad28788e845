import type { ConversationId, RunId, Timestamp, UserId } from '../base/ids.ts'
import type { Run } from '../domain/conversation.ts'
import type { ConversationStore } from '../ports/conversations.ts'
import { conversationExists, conversationNotFound } from '../ports/store-problems.ts'
import { appendBatch, openRunOf } from './in-memory-append.ts'
import { createInMemoryDeletedConversations } from './in-memory-deleted-conversations.ts'
import { pageLatest } from './in-memory-pages.ts'
import { enforceQuota } from './in-memory-quotas.ts'
import type {
  InMemoryConversation,
  InMemoryRun,
  InMemoryTenant,
  Notify,
} from './in-memory-state.ts'

export function createInMemoryConversations(
  tenant: InMemoryTenant,
  notify: Notify,
): ConversationStore {
  const find = (viewer: UserId, id: ConversationId): InMemoryConversation | null => {
    const entry = tenant.conversations.get(id)
    return entry?.conversation.userId === viewer ? entry : null
  }
  const require = (viewer: UserId, id: ConversationId): InMemoryConversation => {
    const entry = find(viewer, id)
    if (!entry) throw conversationNotFound(id)
    return entry
  }
  const changed = (conversationId: ConversationId): void =>
    notify({ kind: 'conversation', tenantId: tenant.id, conversationId })

  return {
    ...createInMemoryDeletedConversations(tenant, notify),
    ...runMethods(tenant, find, notify),
    create: async (conversation) => {
      if (tenant.conversations.has(conversation.id)) throw conversationExists(conversation.id)
      const { userId: person, createdAt: now } = conversation
      enforceQuota(tenant, { quota: 'conversations', person, adding: 1, now })
      tenant.conversations.set(conversation.id, { conversation, events: [], prompts: new Map() })
      changed(conversation.id)
    },
    get: async (viewer, id) => find(viewer, id)?.conversation ?? null,
    list: async (viewer, page, { title = '' } = {}) => {
      const wanted = title.toLowerCase()
      const all = [...tenant.conversations.values()].map((entry) => entry.conversation)
      const own = all
        .filter((conversation) => conversation.userId === viewer)
        .filter((conversation) => conversation.title.toLowerCase().includes(wanted))
      return pageLatest(own, page, (item) => [item.createdAt, item.id])
    },
    rename: async (viewer, id, title) => {
      const entry = require(viewer, id)
      entry.conversation = { ...entry.conversation, title }
      changed(id)
    },
    append: async (id, batch, now) => {
      const head = appendBatch(tenant, id, { batch, now })
      const change = { kind: 'conversation', tenantId: tenant.id, conversationId: id } as const
      const onlyEvents = !(batch.newConversation || batch.startRun || batch.run)
      notify(onlyEvents ? { ...change, onlyEvents } : change)
      if (batch.approvals?.length) notify({ kind: 'approvals', tenantId: tenant.id })
      return head
    },
    events: async (viewer, id, { after, limit }) =>
      (find(viewer, id)?.events ?? []).filter((event) => event.seq > after).slice(0, limit),
    recordPrompt: async (id, digest, system) => {
      const entry = tenant.conversations.get(id)
      if (!entry) throw conversationNotFound(id)
      if (!entry.prompts.has(digest)) entry.prompts.set(digest, [...system])
    },
    prompt: async (viewer, id, digest) => find(viewer, id)?.prompts.get(digest) ?? null,
  }
}

type RunMethods = Pick<
  ConversationStore,
  'run' | 'openRun' | 'claimRun' | 'renewLease' | 'releaseLease'
>

function runMethods(
  tenant: InMemoryTenant,
  find: (viewer: UserId, id: ConversationId) => InMemoryConversation | null,
  notify: Notify,
): RunMethods {
  const held = (id: RunId, owner: string): InMemoryRun | null => {
    const entry = tenant.runs.get(id)
    return entry?.run.status === 'running' && entry.lease?.owner === owner ? entry : null
  }
  return {
    run: async (viewer, id): Promise<Run | null> => {
      const run = tenant.runs.get(id)?.run
      return run && find(viewer, run.conversationId) ? run : null
    },
    openRun: async (viewer, id) => (find(viewer, id) ? openRunOf(tenant, id) : null),
    claimRun: async (id, { owner, now, expiresAt }) => {
      const entry = tenant.runs.get(id)
      if (!entry || !canClaim(tenant, entry, now)) return false
      entry.run = { ...entry.run, status: 'running' }
      entry.lease = { owner, expiresAt }
      const { conversationId } = entry.run
      notify({ kind: 'conversation', tenantId: tenant.id, conversationId })
      return true
    },
    renewLease: async (id, { owner, expiresAt }) => {
      const entry = held(id, owner)
      if (entry) entry.lease = { owner, expiresAt }
      return entry !== null
    },
    releaseLease: async (id, owner) => {
      const entry = held(id, owner)
      if (!entry) return
      entry.lease = null
      notify({ kind: 'leases', tenantId: tenant.id })
    },
  }
}

/** Running without a live lease, or waiting with all approvals answered. */
export function canClaim(tenant: InMemoryTenant, entry: InMemoryRun, now: Timestamp): boolean {
  if (entry.run.status === 'running') return !entry.lease || entry.lease.expiresAt <= now
  if (entry.run.status !== 'waiting') return false
  const asked = [...tenant.approvals.values()].filter((item) => item.runId === entry.run.id)
  return asked.length > 0 && asked.every((item) => item.status !== 'pending')
}
