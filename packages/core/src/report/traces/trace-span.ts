import type { ApprovalId, ExecutionId, RunId, Timestamp } from '../../base/ids.ts'
import type { ConversationEvent, UsedSkill } from '../../domain/events.ts'
import type { TokenUsage } from '../../domain/token-usage.ts'

export const traceSpanKinds = [
  'run',
  /** Skills were offered or loaded; takes no time that the log knows. */
  'skills',
  'model',
  'summary',
  'tool',
  /** A tool call that a sub-agent carries out. */
  'agent',
  'script',
  /** For the answer of a person. */
  'wait',
] as const
export type TraceSpanKind = (typeof traceSpanKinds)[number]

export const traceSpanStatuses = [
  'running',
  'waiting',
  'ok',
  'failed',
  'refused',
  'cancelled',
  'interrupted',
  /** The log that was read ends before the span does. */
  'unknown',
] as const
export type TraceSpanStatus = (typeof traceSpanStatuses)[number]

/** One bar of the waterfall. */
export interface TraceSpan {
  /** Unique, and the same each time it is computed. */
  readonly id: string
  /** Null for a run. */
  readonly parentId: string | null
  readonly runId: RunId
  readonly kind: TraceSpanKind
  /** Of the tool, model, agent or script. Untrusted: models invent tool names. */
  readonly name: string
  /** Never before its parent. */
  readonly startedAt: Timestamp
  /** Never after its parent; null while it goes on. */
  readonly endedAt: Timestamp | null
  readonly status: TraceSpanStatus
  /** A stable code; null without an error. */
  readonly error: string | null
  /** The places in the log of the first and the last event about it; null for a script. */
  readonly firstSeq: number | null
  readonly lastSeq: number | null
  readonly callId: string | null
  readonly approvalId: ApprovalId | null
  readonly executionId: ExecutionId | null
  readonly promptDigest: string | null
  /** The revisions a model call was given, or the ones a tool call used, loaded or passed on. */
  readonly skills: readonly UsedSkill[]
  /** With everything inside. Null where that of any model call is unknown, and without one. */
  readonly usage: Required<TokenUsage> | null
  /** As `usage`. */
  readonly costNanos: number | null
}

export type EventOf<Type extends ConversationEvent['type']> = Extract<
  ConversationEvent,
  { type: Type }
>
