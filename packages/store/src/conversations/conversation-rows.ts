import type { AgentId, ConversationId, Problem, RunId, UserId } from '@repertoire/core/base'
import type {
  Conversation,
  ConversationEvent,
  LoggedEvent,
  Role,
  Run,
  RunStatus,
  SessionState,
} from '@repertoire/core/domain'
import { columnsOf } from '../database/columns-of.ts'
import { fromJson } from '../database/json.ts'
import type { NewRow, Row } from '../database/schema.ts'

export function toConversation(row: Row<'conversations'>): Conversation {
  return {
    id: row.id as ConversationId,
    userId: row.user_id as UserId,
    title: row.title,
    agentId: row.agent_id as AgentId | null,
    session: fromJson<SessionState>(row.session),
    headSeq: row.head_seq,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function conversationRow(conversation: Conversation): NewRow<'conversations'> {
  return { ...columnsOf(conversation), deleted_at: null }
}

export const loggedEventColumns = [
  'conversation_events.seq',
  'conversation_events.run_id',
  'conversation_events.trace_id',
  'conversation_events.at',
  'conversation_events.event',
] as const

type LoggedEventColumn = 'seq' | 'run_id' | 'trace_id' | 'at' | 'event'

export function toLoggedEvent(
  row: Pick<Row<'conversation_events'>, LoggedEventColumn>,
): LoggedEvent {
  return {
    seq: row.seq,
    runId: row.run_id as RunId | null,
    traceId: row.trace_id,
    at: row.at,
    event: fromJson<ConversationEvent>(row.event),
  }
}

export function toRun(row: Row<'runs'>): Run {
  return {
    id: row.id as RunId,
    conversationId: row.conversation_id as ConversationId,
    userId: row.user_id as UserId,
    role: row.role as Role,
    traceId: row.trace_id,
    ...(row.reference !== null && { reference: row.reference }),
    status: row.status as RunStatus,
    problem: row.problem === null ? null : fromJson<Problem>(row.problem),
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

/** A new run has no lease yet. */
export function runRow(run: Run): NewRow<'runs'> {
  return {
    ...columnsOf(run),
    reference: run.reference ?? null,
    lease_owner: null,
    lease_expires_at: null,
    ...{ steps: null, tokens: null, cost_nanos: null },
  }
}
