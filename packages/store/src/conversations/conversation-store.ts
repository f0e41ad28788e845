import type { ConversationId, UserId } from '@repertoire/core/base'
import { openRunStatuses } from '@repertoire/core/domain'
import {
  type ConversationStore,
  conversationExists,
  conversationNotFound,
  pageOf,
  tenantNotFound,
} from '@repertoire/core/ports'
import { type SqlBool, sql } from 'kysely'
import { containsPattern } from '../database/contains-pattern.ts'
import type { Notify, TenantDatabase } from '../database/database.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { fromJson, toJson } from '../database/json.ts'
import { fetchLatest } from '../database/pages.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import { enforceQuota } from '../quotas/enforce-quota.ts'
import { appendBatch } from './append.ts'
import {
  conversationRow,
  loggedEventColumns,
  toConversation,
  toLoggedEvent,
  toRun,
} from './conversation-rows.ts'
import { createDeletedConversations } from './deleted-conversations.ts'
import { createLeases } from './leases.ts'

export function createConversationStore(db: TenantDatabase): ConversationStore {
  return {
    ...conversations(db),
    ...log(db),
    ...createDeletedConversations(db),
    ...createLeases(db),
    run: async (viewer, id) => {
      const [row] = await db.rows(runById, { viewer, id })
      return row ? toRun(row) : null
    },
    openRun: async (viewer, id) => {
      const row = await db.read
        .selectFrom('runs')
        .innerJoin('conversations', 'conversations.id', 'runs.conversation_id')
        .where('runs.conversation_id', '=', id)
        .where('runs.status', 'in', openRunStatuses)
        .where('conversations.user_id', '=', viewer)
        .where('conversations.deleted_at', 'is', null)
        .selectAll('runs')
        .executeTakeFirst()
      return row ? toRun(row) : null
    },
  }
}

interface Viewed {
  readonly [name: string]: string
  readonly viewer: UserId
  readonly id: string
}

const runById = preparedQuery(['viewer', 'id'], (db, { viewer, id }: Viewed) =>
  db
    .selectFrom('runs')
    .innerJoin('conversations', 'conversations.id', 'runs.conversation_id')
    .where('runs.id', '=', id)
    .where('conversations.user_id', '=', viewer)
    .where('conversations.deleted_at', 'is', null)
    .selectAll('runs'),
)

const conversationById = preparedQuery(['viewer', 'id'], (db, { viewer, id }: Viewed) =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', viewer)
    .where('deleted_at', 'is', null),
)

interface EventsPart {
  readonly [name: string]: string | number
  readonly viewer: UserId
  readonly id: ConversationId
  readonly after: number
  readonly limit: number
}

const eventsAfter = preparedQuery(
  ['viewer', 'id', 'after', 'limit'],
  (db, { viewer, id, after, limit }: EventsPart) =>
    db
      .selectFrom('conversation_events')
      .innerJoin('conversations', 'conversations.id', 'conversation_events.conversation_id')
      .where('conversation_events.conversation_id', '=', id)
      .where('conversation_events.seq', '>', after)
      .where('conversations.user_id', '=', viewer)
      .where('conversations.deleted_at', 'is', null)
      .select(loggedEventColumns)
      .orderBy('conversation_events.seq')
      .limit(limit),
)

type Conversations = Pick<ConversationStore, 'create' | 'get' | 'list' | 'rename'>

function conversations(db: TenantDatabase): Conversations {
  const changed = (notify: Notify, conversationId: ConversationId): void =>
    notify({ kind: 'conversation', tenantId: db.tenantId, conversationId })
  return {
    create: (conversation) =>
      db.write(async (trx, notify) => {
        const row = conversationRow(conversation)
        const { userId: person, createdAt: now } = conversation
        await enforceQuota(trx, db, { quota: 'conversations', person, adding: 1, now })
        await mapConstraintErrors(trx.insertInto('conversations').values(row).execute(), {
          onDuplicate: () => conversationExists(conversation.id),
          onMissingParent: () => tenantNotFound(db.tenantId),
        })
        changed(notify, conversation.id)
      }),
    get: async (viewer, id) => {
      const [row] = await db.rows(conversationById, { viewer, id })
      return row ? toConversation(row) : null
    },
    list: async (viewer, page, { title } = {}) => {
      const own = db.read
        .selectFrom('conversations')
        .selectAll()
        .where('user_id', '=', viewer)
        .where('deleted_at', 'is', null)
      const found = title
        ? own.where(sql<SqlBool>`lower(title) like ${containsPattern(title)} escape '\\'`)
        : own
      const rows = await fetchLatest(found, page)
      return pageOf(rows.map(toConversation), page.limit, (item) => [item.createdAt, item.id])
    },
    rename: (viewer, id, title) =>
      db.write(async (trx, notify) => {
        const renamed = await trx
          .updateTable('conversations')
          .set({ title })
          .where('id', '=', id)
          .where('user_id', '=', viewer)
          .where('deleted_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (!renamed) throw conversationNotFound(id)
        changed(notify, id)
      }),
  }
}

type Log = Pick<ConversationStore, 'append' | 'events' | 'recordPrompt' | 'prompt'>

function log(db: TenantDatabase): Log {
  return {
    append: (id, batch, now) =>
      db.write(async (trx, notify) => {
        const head = await appendBatch(trx, id, { batch, now, db })
        const change = { kind: 'conversation', tenantId: db.tenantId, conversationId: id } as const
        const onlyEvents = !(batch.newConversation || batch.startRun || batch.run)
        notify(onlyEvents ? { ...change, onlyEvents } : change)
        if (batch.approvals?.length) notify({ kind: 'approvals', tenantId: db.tenantId })
        return head
      }),
    events: async (viewer, id, { after, limit }) => {
      const rows = await db.rows(eventsAfter, { viewer, id, after, limit })
      return rows.map(toLoggedEvent)
    },
    recordPrompt: (id, digest, system) =>
      db.write(async (trx) => {
        const insert = trx
          .insertInto('prompts')
          .values({ conversation_id: id, digest, system: toJson(system) })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await mapConstraintErrors(insert, { onMissingParent: () => conversationNotFound(id) })
      }),
    prompt: async (viewer, id, digest) => {
      const row = await db.read
        .selectFrom('prompts')
        .innerJoin('conversations', 'conversations.id', 'prompts.conversation_id')
        .where('prompts.conversation_id', '=', id)
        .where('prompts.digest', '=', digest)
        .where('conversations.user_id', '=', viewer)
        .where('conversations.deleted_at', 'is', null)
        .select('prompts.system')
        .executeTakeFirst()
      return row ? fromJson<string[]>(row.system) : null
    },
  }
}
