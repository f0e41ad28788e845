import type { ConversationId, Timestamp, UserId } from '@repertoire/core/base'
import type { Conversation } from '@repertoire/core/domain'
import { tombstoneExpiryCutoff } from '@repertoire/core/keep'
import {
  type ConversationStore,
  conversationNotDeleted,
  conversationNotFound,
  type DeletedConversation,
  pageOf,
} from '@repertoire/core/ports'
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { TenantDatabase } from '../database/database.ts'
import { fetchLatest } from '../database/pages.ts'
import type { QueryExecutor, Transaction } from '../database/query.ts'
import type { Row, Schema } from '../database/schema.ts'
import { removeContext } from '../prompt-contexts/prompt-context-store.ts'
import { enforceQuota } from '../quotas/enforce-quota.ts'
import { removeUsage } from '../usage/remove-usage.ts'
import { toConversation } from './conversation-rows.ts'

type DeletedConversations = Pick<
  ConversationStore,
  'discard' | 'restore' | 'listDeleted' | 'remove' | 'purge'
>

/** Deleted conversations: rows of the same tables that every other query leaves out. */
export function createDeletedConversations(db: TenantDatabase): DeletedConversations {
  return {
    discard: (viewer, id, now) =>
      db.write(async (trx, notify) => {
        await removeUsage(trx, viewer, id)
        const discarded = await trx
          .updateTable('conversations')
          .set({ deleted_at: now })
          .where('id', '=', id)
          .where('user_id', '=', viewer)
          .where('deleted_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (!discarded) throw conversationNotFound(id)
        notify({ kind: 'conversation', tenantId: db.tenantId, conversationId: id })
        notify({ kind: 'approvals', tenantId: db.tenantId })
      }),
    restore: (viewer, id, now) =>
      db.write(async (trx, notify) => {
        await enforceQuota(trx, db, { quota: 'conversations', person: viewer, adding: 1, now })
        const row = await trx
          .updateTable('conversations')
          .set({ deleted_at: null })
          .where('id', '=', id)
          .where('user_id', '=', viewer)
          .where('deleted_at', '>', tombstoneExpiryCutoff(now))
          .returningAll()
          .executeTakeFirst()
        if (!row) throw conversationNotDeleted(id)
        // Its numbers are made anew from its log.
        await trx.deleteFrom('usage_positions').where('conversation_id', '=', id).execute()
        notify({ kind: 'conversation', tenantId: db.tenantId, conversationId: id })
        notify({ kind: 'approvals', tenantId: db.tenantId })
        return toConversation(row)
      }),
    listDeleted: async (viewer, page, now) => {
      const kept = deletedRows(db.read)
        .where('user_id', '=', viewer)
        .where('deleted_at', '>', tombstoneExpiryCutoff(now))
      const rows = await fetchLatest(kept, page, ['deleted_at', 'id'])
      const items = rows.map(toDeleted)
      return pageOf(items, page.limit, (item) => [item.deletedAt, item.conversation.id])
    },
    remove: (viewer, id) =>
      db.write(async (trx, notify) => {
        await removeUsage(trx, viewer, id)
        const [removed] = await deleteRows(trx, [id], viewer)
        if (!removed) throw conversationNotFound(id)
        notify({ kind: 'conversation', tenantId: db.tenantId, conversationId: id })
      }),
    purge: (upTo, limit) =>
      db.write(async (trx) => {
        const expired = await deletedRows(trx)
          .where('deleted_at', '<=', upTo)
          .orderBy('deleted_at')
          .orderBy('id')
          .limit(limit)
          .execute()
        return (await deleteRows(trx, expired.map(toDeleted).map(idOf))).length
      }),
  }
}

/** The person's deleted conversation gives its id to a new one: a trigger always uses the same. */
export async function deleteDiscarded(
  trx: Transaction,
  { id, userId }: Pick<Conversation, 'id' | 'userId'>,
): Promise<void> {
  const row = await deletedRows(trx).where('id', '=', id).executeTakeFirst()
  if (row) await deleteRows(trx, [id], userId)
}

type OfConversation = 'runs' | 'approvals' | 'executions'

/** The condition of rows whose conversation is not deleted; it is also true of those without one. */
export function isOfKept<Table extends OfConversation>(table: Table) {
  return (given: ExpressionBuilder<Schema, Table>): ExpressionWrapper<Schema, Table, SqlBool> => {
    // Each of the tables has both columns.
    const [eb, of] = [given as unknown as ExpressionBuilder<Schema, 'runs'>, table as 'runs']
    const deleted = eb
      .selectFrom('conversations')
      .select('conversations.id')
      .whereRef('conversations.tenant_id', '=', `${of}.tenant_id`)
      .whereRef('conversations.id', '=', `${of}.conversation_id`)
      .where('conversations.deleted_at', 'is not', null)
    const kept = eb.not(eb.exists(deleted))
    return kept as unknown as ExpressionWrapper<Schema, Table, SqlBool>
  }
}

function deletedRows(query: QueryExecutor | Transaction) {
  return query.selectFrom('conversations').selectAll().where('deleted_at', 'is not', null)
}

/** Log, runs, approvals, files, executions and prompts go with their conversation. */
async function deleteRows(
  trx: Transaction,
  ids: readonly ConversationId[],
  viewer?: UserId,
): Promise<readonly ConversationId[]> {
  if (ids.length === 0) return []
  const removed = await trx
    .deleteFrom('conversations')
    .where('id', 'in', ids)
    .$if(viewer !== undefined, (query) => query.where('user_id', '=', viewer ?? ''))
    .returning('id')
    .execute()
  const gone = removed.map(({ id }) => id as ConversationId)
  for (const conversationId of gone) {
    await removeContext(trx, { kind: 'conversation', conversationId })
  }
  return gone
}

function toDeleted(row: Row<'conversations'>): DeletedConversation {
  return { conversation: toConversation(row), deletedAt: row.deleted_at as Timestamp }
}

function idOf({ conversation }: { readonly conversation: Conversation }): ConversationId {
  return conversation.id
}
