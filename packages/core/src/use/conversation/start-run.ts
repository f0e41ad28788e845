import { isProblemError, ProblemError } from '../../base/errors.ts'
import type { ConversationId, RunId, TraceId } from '../../base/ids.ts'
import type { AgentReference } from '../../domain/agent.ts'
import type { AuditEntry } from '../../domain/audit-entry.ts'
import type { Conversation, Run } from '../../domain/conversation.ts'
import type { ConversationEvent } from '../../domain/events.ts'
import { isServiceAccount } from '../../domain/member.ts'
import type { Principal } from '../../domain/principal.ts'
import type { FiringRecord, TriggerFiring } from '../../domain/trigger.ts'
import type { TriggerContext } from '../../domain/trigger-context.ts'
import type { Clock, IdSource } from '../../ports/clock.ts'
import type { ConversationStore, LogBatch } from '../../ports/conversations.ts'
import type { MemberStore } from '../../ports/organisation.ts'
import { conversationNotFound } from '../../ports/store-problems.ts'
import { type ClientCall, callEvents } from './client-call.ts'

export interface StartRunPorts {
  readonly conversations: ConversationStore
  readonly members: Pick<MemberStore, 'get'>
  readonly clock: Clock
  readonly ids: IdSource
}

export interface StartRunRequest {
  readonly principal: Principal
  readonly conversationId: ConversationId
  readonly text: string
  readonly toolsets: readonly string[]
  /** The agent of the conversation. */
  readonly agent?: AgentReference | undefined
  /** The trigger, when no person starts the run. */
  readonly signal?: TriggerContext | undefined
  /** The one call of the run, where a client's agent made it itself. */
  readonly clientCall?: ClientCall | undefined
  /** The conversation to create with the run, unless it exists already. */
  readonly newConversation?: Conversation | undefined
  /** The firing that the run answers, written in the same batch with the run's id. */
  readonly firing?: FiringRecord | undefined
  /** The trace of the request; a new one when left out. */
  readonly traceId?: TraceId | undefined
  /** The parent span in that trace: 16 hex digits. */
  readonly parentSpanId?: string | undefined
}

export interface StartedRun {
  readonly runId: RunId
  readonly messageId: string
  readonly traceId: TraceId
}

const maxAttempts = 5

/**
 * Stores a person's message and starts the run that answers it, in one batch. The run is claimable from
 * then on. Throws ProblemError `conversation.not-found`, or `conversation.busy` while a run is open.
 */
export async function startRun(
  { conversations, members, clock, ids }: StartRunPorts,
  {
    principal,
    conversationId,
    text,
    toolsets,
    agent,
    signal,
    clientCall,
    firing,
    newConversation,
    parentSpanId,
    ...asked
  }: StartRunRequest,
): Promise<StartedRun> {
  const { userId, role, permissions } = principal
  const runId = ids.next('run') as RunId
  const messageId = ids.next('msg')
  const traceId = signal?.traceId ?? asked.traceId ?? ids.traceId()
  const now = clock.now()
  const run: Run = {
    id: runId,
    conversationId,
    userId,
    role,
    traceId,
    ...(signal?.reference !== undefined && { reference: signal.reference }),
    status: 'running',
    problem: null,
    startedAt: now,
    finishedAt: null,
  }
  const byProgram = clientCall !== undefined || isServiceAccount(userId, await members.get(userId))
  const events: ConversationEvent[] = [
    { type: 'message-received', messageId, text, userId, ...(byProgram && { byProgram }) },
    {
      ...{ type: 'run-started', toolsets, permissions },
      ...(agent && { agent }),
      ...(signal && { signal }),
      ...(clientCall && { client: clientCall.client }),
      ...(parentSpanId !== undefined && { parentSpanId }),
    },
    ...(clientCall ? callEvents(clientCall) : []),
  ]
  await writeAtHead(
    conversations,
    { principal, conversationId, newConversation },
    async ({ headSeq }) => {
      const expectedSeq = clientCall?.headSeq ?? headSeq
      const batch: LogBatch = {
        ...{ expectedSeq, runId, traceId, events, startRun: run },
        ...(newConversation && { newConversation }),
        ...(firing && { firing: withStartedRun(firing, { conversationId, runId }) }),
      }
      await conversations.append(conversationId, batch, now)
    },
  )
  return { runId, messageId, traceId }
}

function withStartedRun(
  record: FiringRecord,
  turn: { readonly conversationId: ConversationId; readonly runId: RunId },
): FiringRecord {
  const auditEntry = record.auditEntry && withRunDetails(record.auditEntry, turn)
  return { ...record, auditEntry, firing: { ...record.firing, ...turn } }
}

/**
 * Calls `write` with the current conversation, and again when another writer came first (optimistic
 * concurrency).
 */
export async function writeAtHead(
  conversations: ConversationStore,
  {
    principal,
    conversationId,
    newConversation,
  }: Pick<StartRunRequest, 'principal' | 'conversationId' | 'newConversation'>,
  write: (conversation: Conversation) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const conversation =
      (await conversations.get(principal.userId, conversationId)) ?? newConversation
    if (!conversation) throw conversationNotFound(conversationId)
    try {
      return await write(conversation)
    } catch (error) {
      const isStale = isProblemError(error) && error.problem.code === 'conversation.moved-on'
      if (!isStale || attempt >= maxAttempts) throw error
    }
  }
}

export function runNotFound(id: RunId): ProblemError {
  return new ProblemError({
    code: 'run.not-found',
    kind: 'not-found',
    message: 'There is no such run, or it is not yours.',
    details: { id },
  })
}

/** The audit entry with the ids of the started run, which were unknown before. Pure. */
function withRunDetails(
  entry: AuditEntry,
  { conversationId, runId }: Pick<TriggerFiring, 'conversationId' | 'runId'>,
): AuditEntry {
  return { ...entry, details: { ...entry.details, conversation_id: conversationId, run_id: runId } }
}
