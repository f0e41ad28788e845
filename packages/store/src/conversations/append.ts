import type { ConversationId, Timestamp } from '@repertoire/core/base'
import { type Conversation, isOpenRun, openRunStatuses } from '@repertoire/core/domain'
import {
  conversationBusy,
  conversationNotFound,
  conversationStale,
  type LogBatch,
  runNotOpen,
} from '@repertoire/core/ports'
import { insertAll } from '../database/bulk-insert.ts'
import { mapConstraintErrors } from '../database/database-errors.ts'
import { toJson } from '../database/json.ts'
import type { Transaction } from '../database/query.ts'
import { useGrant } from '../grants/grant-store.ts'
import { recordMemory } from '../memories/memory-store.ts'
import { countRun, enforceQuota, type LimitedDatabase } from '../quotas/enforce-quota.ts'
import { recordSkillUse } from '../skills/skill-usage.ts'
import { recordFiring } from '../triggers/record-firing.ts'
import { changeFiles } from '../workspace/workspace-rows.ts'
import { approvalRow } from './approval-rows.ts'
import { conversationRow, runRow } from './conversation-rows.ts'
import { deleteDiscarded } from './deleted-conversations.ts'

interface AppendRequest {
  readonly batch: LogBatch
  readonly now: Timestamp
  readonly db: LimitedDatabase
}

/** Writes one step of a conversation and returns the new head. The caller's transaction makes it atomic. */
export async function appendBatch(
  trx: Transaction,
  id: ConversationId,
  { batch, now, db }: AppendRequest,
): Promise<number> {
  if (batch.newConversation) await createUnlessExists(trx, db, batch.newConversation)
  const head = await moveHead(trx, id, { batch, now })
  if (batch.startRun) {
    await countRun(trx, db, { person: batch.startRun.userId, now })
    const started = trx.insertInto('runs').values(runRow(batch.startRun)).execute()
    await mapConstraintErrors(started, { onDuplicate: () => conversationBusy(id) })
  }
  await changeRun(trx, id, { batch, now })
  await insertAll(
    trx,
    'conversation_events',
    batch.events.map((event, index) => ({
      conversation_id: id,
      seq: batch.expectedSeq + index + 1,
      run_id: batch.runId,
      trace_id: batch.traceId,
      at: now,
      type: event.type,
      event: toJson(event),
    })),
  )
  await insertAll(trx, 'approvals', (batch.approvals ?? []).map(approvalRow))
  await changeFiles(trx, id, { changes: batch.files ?? [], now, db })
  const { memoryChange, grantUse } = batch
  if (batch.firing) await recordFiring(trx, batch.firing)
  if (grantUse) await useGrant(trx, grantUse, now)
  if (memoryChange) await recordMemory(trx, memoryChange.key, memoryChange.change)
  await recordSkillUse(trx, batch.skillsUsed ?? [], { now, tenantId: db.tenantId })
  return head
}

async function createUnlessExists(
  trx: Transaction,
  db: LimitedDatabase,
  conversation: Conversation,
): Promise<void> {
  const { id, userId: person, createdAt: now } = conversation
  await deleteDiscarded(trx, conversation)
  const existing = await trx
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (existing) return
  await enforceQuota(trx, db, { quota: 'conversations', person, adding: 1, now })
  await trx
    .insertInto('conversations')
    .values(conversationRow(conversation))
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Compare and set: of many writers that saw the same head one succeeds. */
async function moveHead(
  trx: Transaction,
  id: ConversationId,
  { batch, now }: { readonly batch: LogBatch; readonly now: Timestamp },
): Promise<number> {
  const head = batch.expectedSeq + batch.events.length
  const session = batch.session ? { session: toJson(batch.session) } : {}
  const moved = await trx
    .updateTable('conversations')
    .set({ head_seq: head, updated_at: now, ...session })
    .where('id', '=', id)
    .where('head_seq', '=', batch.expectedSeq)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (moved) return head
  const known = await trx
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  throw known ? conversationStale(id, batch.expectedSeq) : conversationNotFound(id)
}

async function changeRun(
  trx: Transaction,
  id: ConversationId,
  { batch: { run }, now }: { readonly batch: LogBatch; readonly now: Timestamp },
): Promise<void> {
  if (!run) return
  const releasedLease =
    run.status === 'running' ? {} : { lease_owner: null, lease_expires_at: null }
  const changed = await trx
    .updateTable('runs')
    .set({
      status: run.status,
      problem: run.problem ? toJson(run.problem) : null,
      finished_at: isOpenRun(run.status) ? null : now,
      ...releasedLease,
    })
    .where('id', '=', run.id)
    .where('conversation_id', '=', id)
    .where('status', 'in', openRunStatuses)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw runNotOpen(run.id)
}
