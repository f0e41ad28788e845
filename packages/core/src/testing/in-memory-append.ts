import type { ConversationId, SkillId, Timestamp } from '../base/ids.ts'
import type { Run } from '../domain/conversation.ts'
import { isOpenRun } from '../domain/run-status.ts'
import { planWorkspace } from '../keep/workspace/plan-workspace.ts'
import type { LogBatch } from '../ports/conversations.ts'
import {
  conversationBusy,
  conversationNotFound,
  conversationStale,
  runNotOpen,
} from '../ports/store-problems.ts'
import { checkGrantUse, useGrant } from './in-memory-grants.ts'
import { checkMemoryChange, recordMemory } from './in-memory-memories.ts'
import { countRun, enforceQuota, sizeOf } from './in-memory-quotas.ts'
import type { InMemoryConversation, InMemoryRun, InMemoryTenant } from './in-memory-state.ts'
import { checkFiring, recordFiring } from './in-memory-triggers.ts'

/** Checks everything before any change, so that a refused batch has no effect. */
export function appendBatch(
  tenant: InMemoryTenant,
  id: ConversationId,
  request: { batch: LogBatch; now: Timestamp },
): number {
  const { batch, now } = request
  const entry = tenant.conversations.get(id) ?? conversationToCreate(tenant, id, batch)
  if (!entry) throw conversationNotFound(id)
  if (entry.conversation.headSeq !== batch.expectedSeq) {
    throw conversationStale(id, batch.expectedSeq)
  }
  const isDuplicateRun = batch.startRun && tenant.runs.has(batch.startRun.id)
  if (isDuplicateRun || (batch.startRun && openRunOf(tenant, id))) throw conversationBusy(id)
  const run = batch.run ? runToChange(tenant, id, batch) : undefined
  const { memoryChange, grantUse } = batch
  if (grantUse) checkGrantUse(tenant, grantUse.id, now)
  if (batch.firing) checkFiring(tenant, batch.firing)
  if (memoryChange) checkMemoryChange(tenant, memoryChange.key, memoryChange.change)
  const before = tenant.workspaces.get(id) ?? []
  const files = planWorkspace(before, batch.files ?? [], now)
  const { userId: person } = entry.conversation
  const isNew = !tenant.conversations.has(id)
  const added = { person, now }
  enforceQuota(tenant, { ...added, quota: 'conversations', adding: isNew ? 1 : 0 })
  enforceQuota(tenant, { ...added, quota: 'bytes', adding: sizeOf(files) - sizeOf(before) })
  if (batch.startRun) {
    enforceQuota(tenant, { ...added, quota: 'runs_per_day', adding: 1 })
    countRun(tenant, person, now)
  }

  tenant.deletedConversations.delete(id)
  tenant.conversations.set(id, entry)
  const headSeq = logEvents(entry, batch, now)
  tenant.workspaces.set(id, files)
  const session = batch.session ?? entry.conversation.session
  entry.conversation = { ...entry.conversation, headSeq, session, updatedAt: now }
  if (batch.startRun) tenant.runs.set(batch.startRun.id, { run: batch.startRun, lease: null })
  if (run) changeRun(run, batch, now)
  else if (batch.run && batch.startRun) {
    changeRun(tenant.runs.get(batch.startRun.id) as InMemoryRun, batch, now)
  }
  recordUse(tenant, batch.skillsUsed ?? [], now)
  if (memoryChange) recordMemory(tenant, memoryChange.key, memoryChange.change)
  if (batch.firing) recordFiring(tenant, batch.firing)
  if (grantUse) useGrant(tenant, grantUse)
  for (const approval of batch.approvals ?? []) tenant.approvals.set(approval.id, approval)
  return headSeq
}

/** Undefined where its id is that of a deleted conversation of somebody else. */
function conversationToCreate(
  tenant: InMemoryTenant,
  id: ConversationId,
  { newConversation }: LogBatch,
): InMemoryConversation | undefined {
  const deletedOwner = tenant.deletedConversations.get(id)?.entry.conversation.userId
  if (deletedOwner !== undefined && deletedOwner !== newConversation?.userId) return undefined
  return newConversation && { conversation: newConversation, events: [], prompts: new Map() }
}

/** Adds no change entry, because usage is not indexed. */
function recordUse(tenant: InMemoryTenant, ids: readonly SkillId[], now: Timestamp): void {
  for (const id of new Set(ids)) {
    const entry = tenant.skills.get(id)
    if (!entry) continue
    entry.skill = { ...entry.skill, useCount: entry.skill.useCount + 1, lastUsedAt: now }
  }
}

/** The only run of the conversation that is not final. */
export function openRunOf(tenant: InMemoryTenant, id: ConversationId): Run | null {
  const runs = [...tenant.runs.values()].map((entry) => entry.run)
  return runs.find((run) => run.conversationId === id && isOpenRun(run.status)) ?? null
}

function runToChange(
  tenant: InMemoryTenant,
  id: ConversationId,
  batch: LogBatch,
): InMemoryRun | undefined {
  if (!batch.run || batch.run.id === batch.startRun?.id) return undefined
  const entry = tenant.runs.get(batch.run.id)
  if (entry?.run.conversationId !== id || !isOpenRun(entry.run.status)) {
    throw runNotOpen(batch.run.id)
  }
  return entry
}

function logEvents(entry: InMemoryConversation, batch: LogBatch, at: Timestamp): number {
  let seq = batch.expectedSeq
  for (const event of batch.events) {
    seq += 1
    entry.events.push({ seq, runId: batch.runId, traceId: batch.traceId, at, event })
  }
  return seq
}

function changeRun(entry: InMemoryRun, batch: LogBatch, now: Timestamp): void {
  if (!batch.run) return
  const { status, problem } = batch.run
  const finishedAt = isOpenRun(status) ? null : now
  entry.run = { ...entry.run, status, problem: problem ?? null, finishedAt }
  if (status !== 'running') entry.lease = null
}
